// A twelfth of a thick-walled tube about z, from y = 0 to 30 degrees: radii 1 and 2 m, 0.2 m high.
SetFactory("OpenCASCADE");
Circle(1) = {0, 0, 0, 2, 0, Pi/6};
Circle(2) = {0, 0, 0, 1, 0, Pi/6};
Line(3) = {3, 1}; Line(4) = {2, 4};
Curve Loop(1) = {1, 4, -2, 3};
Plane Surface(1) = {1};
Transfinite Curve {3, 4} = 13;
Transfinite Curve {1, 2} = 7;
Transfinite Surface {1} Alternated;
tube[] = Extrude {0, 0, 0.2} { Surface{1}; Layers{1}; };
Physical Volume("tube") = {tube[1]};
Physical Surface("bore") = {tube[4]};
Mesh.ElementOrder = 2;
