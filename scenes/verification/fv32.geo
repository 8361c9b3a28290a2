// NAFEMS FV32: a tapered membrane, 10 m long, 5 m wide at its root and 1 m at its tip, 5 cm thick.
Point(1) = {0, -2.5, 0}; Point(2) = {10, -0.5, 0}; Point(3) = {10, 0.5, 0}; Point(4) = {0, 2.5, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
sheet[] = Extrude {0, 0, 0.05} { Surface{1}; Layers{1}; };
Physical Volume("membrane") = {sheet[1]};
Mesh.ElementOrder = 2;
