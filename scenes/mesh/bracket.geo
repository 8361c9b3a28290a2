// An L-shaped bracket; its foot is the physical surface "foot".
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 0.3, 0.1, 0.1};
Box(2) = {0, 0, 0, 0.1, 0.1, 0.4};
BooleanUnion(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Physical Volume("bracket") = {3};
foot[] = Surface In BoundingBox{-0.01, -0.01, -0.01, 0.31, 0.11, 0.01};
Physical Surface("foot") = {foot[]};
