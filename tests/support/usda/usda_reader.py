"""USD as text (.usda), read by nothing but Python's own modules: Debian has no USD to compare with, so
this follows the grammar of the format, and not our writer. It knows the part that results need:
metadata, prims, attributes with types, relationships, time samples. Whatever else ends it.

Matrices are tuples of four rows and act on rows; quaternions are w x y z.
"""
import pathlib
import re

TOKEN = re.compile(r"""
    \s+ | \#[^\n]* |
    (?P<string>"[^"\n]*") | (?P<path><[^>\n]*>) |
    (?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?) |
    (?P<name>[A-Za-z_][\w:]*(?:\.timeSamples)?) | (?P<mark>[\[\](){}=,:])
""", re.VERBOSE)
SHAPES = {"int": None, "float": None, "double": None, "bool": None, "token": None, "string": None,
          "float3": (3,), "point3f": (3,), "color3f": (3,), "normal3f": (3,), "half3": (3,), "vector3f": (3,),
          "quatf": (4,), "matrix4d": (4, 4)}


class Prim:
    def __init__(self, kind, name):
        self.kind, self.name = kind, name
        self.metadata, self.attributes, self.samples, self.relationships, self.types = {}, {}, {}, {}, {}
        self.children = {}

    def at(self, path):
        """The prim below, by a path: "rig/skeleton"."""
        prim = self
        for name in path.strip("/").split("/"):
            prim = prim.children[name]
        return prim


class Parser:
    def __init__(self, file):
        self.file = pathlib.Path(file)
        text = self.file.read_text()
        if not text.startswith("#usda 1.0\n"):
            raise SystemExit(f"{file}: it does not begin with #usda 1.0")
        self.tokens, at = [], 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise SystemExit(f"{file}: cannot read {text[at:at + 30]!r}")
            if match.lastgroup:
                self.tokens.append((match.lastgroup, match[match.lastgroup]))
            at = match.end()
        self.tokens.append(("end", ""))
        self.at = 0

    def fail(self, why):
        raise SystemExit(f"{self.file}: {why} at {' '.join(word for _, word in self.tokens[self.at:self.at + 8])}")

    def peek(self):
        return self.tokens[self.at][1]

    def take(self, *expected):
        sort, word = self.tokens[self.at]
        if expected and word not in expected and sort not in expected:
            self.fail(f"expected {' or '.join(expected)}")
        self.at += 1
        return word

    def value(self):
        sort, word = self.tokens[self.at]
        if word == "[" or word == "(":
            self.take()
            close, items = {"[": "]", "(": ")"}[word], []
            while self.peek() != close:
                items.append(self.value())
                if self.peek() != close:
                    self.take(",")
            self.take()
            return items if close == "]" else tuple(items)
        self.take("string", "path", "number")
        return float(word) if sort == "number" else word[1:-1]

    def metadata(self):
        values = {}
        self.take("(")
        while self.peek() != ")":
            if self.peek() == "prepend":
                self.take()
            key = self.take("name")
            self.take("=")
            values[key] = self.value()
        self.take(")")
        return values

    def typed(self, kind, value):
        """The value, if it has the type's shape."""
        base, is_list = kind.removesuffix("[]"), kind.endswith("[]")
        if base not in SHAPES:
            self.fail(f"the type {kind} is not known")

        def fits(item, shape):
            if shape is None:
                return isinstance(item, str) == (base in ("token", "string"))
            return (isinstance(item, tuple) and len(item) == shape[0]
                    and all(fits(one, shape[1:] or None) for one in item))

        if is_list != isinstance(value, list) or not all(
                fits(item, SHAPES[base]) for item in (value if is_list else [value])):
            self.fail(f"a value is no {kind}")
        if base == "int":
            return [int(item) for item in value] if is_list else int(value)
        return value

    def property(self, prim):
        if self.peek() == "rel":
            self.take()
            name = self.take("name")
            self.take("=")
            prim.relationships[name] = self.value()
            return
        if self.peek() == "uniform":
            self.take()
        kind = self.take("name")
        if self.peek() == "[":
            self.take("[")
            self.take("]")
            kind += "[]"
        name = self.take("name")
        self.take("=")
        plain = name.removesuffix(".timeSamples")
        if prim.types.setdefault(plain, kind) != kind:
            self.fail(f"{plain} is of two types")
        if plain == name:
            prim.attributes[name] = self.typed(kind, self.value())
            return
        samples = prim.samples[plain] = {}
        self.take("{")
        while self.peek() != "}":
            time = float(self.take("number"))
            self.take(":")
            if samples and time <= max(samples):
                self.fail("times do not ascend")
            samples[time] = self.typed(kind, self.value())
            if self.peek() != "}":
                self.take(",")
        self.take("}")

    def prim(self):
        self.take("def")
        prim = Prim(self.take("name"), self.take("string")[1:-1])
        if not re.fullmatch(r"[A-Za-z_]\w*", prim.name):
            self.fail(f"{prim.name!r} cannot name a prim")
        if self.peek() == "(":
            prim.metadata = self.metadata()
        self.take("{")
        while self.peek() != "}":
            if self.peek() == "def":
                child = self.prim()
                prim.children[child.name] = child
            else:
                self.property(prim)
        self.take("}")
        return prim


def read(file):
    """The stage: a Prim that holds the layer's metadata and its root prims."""
    parser = Parser(file)
    stage = Prim("", "")
    if parser.peek() == "(":
        stage.metadata = parser.metadata()
    while parser.peek():
        prim = parser.prim()
        stage.children[prim.name] = prim
    return stage
