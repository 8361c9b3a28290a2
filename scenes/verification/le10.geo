// NAFEMS LE10: a quarter of a thick elliptic plate with an elliptic hole; half axes 2 x 1 m and 3.25 x 2.75 m,
// 0.6 m thick. 16 cells from the hole to the edge, 20 around, 6 through the thickness.
SetFactory("OpenCASCADE");
Ellipse(1) = {0, 0, 0, 3.25, 2.75, 0, Pi/2};
Ellipse(2) = {0, 0, 0, 2, 1, 0, Pi/2};
Line(3) = {3, 1}; Line(4) = {2, 4};
Curve Loop(1) = {1, 4, -2, 3};
Plane Surface(1) = {1};
Transfinite Curve {3, 4} = 17;
Transfinite Curve {1, 2} = 21;
Transfinite Surface {1} Alternated;
plate[] = Extrude {0, 0, 0.6} { Surface{1}; Layers{6}; };
Physical Volume("plate") = {plate[1]};
Physical Surface("edge") = {plate[2]};
Mesh.ElementOrder = 2;
