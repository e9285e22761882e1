"""The kernels of the firmware: viper functions at the top of a module, their constants, and who calls them."""

import ast
import operator
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import NoReturn, TypeGuard

from host_sim.cli.errors import ToolError

from ...paths import FIRMWARE
from ..words import Texts

_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
}


@dataclass(frozen=True, eq=False)
class Module:
    """A module of the firmware.

    name       dotted, "glowgrid.memory"
    constants  {name: value} of its NAME = const(...)
    imported   {name here: (module, name there)} of its `from module import name`
    kernels    {name: ast.FunctionDef} of its viper functions
    """

    name: str
    where: str  # the file, as users know it
    text: str
    tree: ast.Module
    constants: dict = field(default_factory=dict)
    imported: dict = field(default_factory=dict)
    kernels: dict = field(default_factory=dict)

    def refuse(self, node, why) -> NoReturn:
        """Raise the ToolError for something that is not allowed in a kernel."""
        raise ToolError(f"{self.where}:{node.lineno}: {why}")

    @cached_property
    def folder(self):
        return self.name.rpartition(".")[0]

    @cached_property
    def python(self):
        """Yield every node outside kernels."""
        to_do: list[ast.AST] = [node for node in self.tree.body if not is_kernel(node)]
        found = []
        while to_do:
            node = to_do.pop()
            found.append(node)
            to_do.extend(ast.iter_child_nodes(node))
        return found

    @cached_property
    def names(self):
        """Return the names that Python code uses here."""
        return {node.id for node in self.python if isinstance(node, ast.Name)}

    @cached_property
    def attributes(self):
        """Return the attributes that Python code uses here of any name except `self`. The name may be a module."""
        found = [(node.attr, node.value) for node in self.python if isinstance(node, ast.Attribute)]
        return {name for name, value in found if isinstance(value, ast.Name) and value.id != "self"}


def is_kernel(node) -> TypeGuard[ast.FunctionDef]:
    """Return whether a statement defines a viper function."""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(decorator, ast.Attribute) and decorator.attr == "viper" for decorator in node.decorator_list
    )


@cache
def read_module(name, source, where):
    """Return the Module with this text. Raises ToolError for invalid kernels and constants."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise ToolError(f"{where} does not compile: line {error.lineno}: SyntaxError: {error.msg}") from error
    module = Module(name, where, source, tree)
    for node in module.tree.body:
        if is_kernel(node):
            module.kernels[node.name] = node
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                module.imported[alias.asname or alias.name] = node.module, alias.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _is_const(node.value):
            module.constants[node.targets[0].id] = number_of(module, node.value.args[0])
    for node in ast.walk(module.tree):
        if is_kernel(node) and module.kernels.get(node.name) is not node:
            module.refuse(node, f"kernel {node.name} must be the only one of its name, at the top of its module")
    return module


def _serves_kernels(node):
    """Return whether a statement gives Python nothing to use: a kernel, an import, a docstring or a private const."""
    if isinstance(node, ast.Assign) and _is_const(node.value):
        return all(isinstance(target, ast.Name) and target.id.startswith("_") for target in node.targets)
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return docstring or is_kernel(node) or isinstance(node, (ast.Import, ast.ImportFrom))


def _is_const(node) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const"


def number_of(module, node):
    """Return the value of a constant expression. Raises ToolError if it is not a number."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return int(node.value)
    if isinstance(node, ast.Name) and node.id in module.constants:
        return module.constants[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](number_of(module, node.left), number_of(module, node.right))
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](number_of(module, node.operand))
    module.refuse(node, f"const({ast.unparse(node)}) is not a number made of numbers")


@dataclass(frozen=True, eq=False)
class Program:
    """All modules of the firmware that may involve kernels, {name: Module}."""

    modules: dict

    def kernel(self, module, name):
        """Return (module, name) of the kernel that a name in this module refers to, else None."""
        if name in module.kernels:
            return module, name
        where, there = module.imported.get(name, (None, None))
        if where in self.modules:
            return self.kernel(self.modules[where], there)
        return None

    def entries(self, module):
        """Return the names of the kernels of a module that Python calls. The others are parts of them."""
        return [
            name
            for name in module.kernels
            if (module, name) in self._called or (module.folder, name) in self._attributes
        ]

    def is_bare(self, module):
        """Return whether a module has nothing but kernels that only kernels call, and what those need.

        Their callers include them in native builds and for WebAssembly, so there the module itself is left out.
        """
        return bool(module.kernels) and not self.entries(module) and all(map(_serves_kernels, module.tree.body))

    @cached_property
    def _called(self):
        return {self.kernel(module, name) for module in self.modules.values() for name in module.names}

    @cached_property
    def _attributes(self):
        """Return by folder the attributes that Python uses of any name: engines of a family pass modules around."""
        return {(module.folder, name) for module in self.modules.values() for name in module.attributes}

    def with_kernels(self):
        """Return the modules that have kernels to compile, sorted by name."""
        return sorted((module for module in self.modules.values() if module.kernels), key=lambda module: module.name)


def read_program(firmware=FIRMWARE):
    """Return the Program in a folder, usually firmware/."""
    texts, modules = Texts(firmware), []
    for path in sorted(firmware.rglob("*.py")):
        file = path.relative_to(firmware)
        name = ".".join(file.with_suffix("").parts)
        modules.append(read_module(name, texts.of(path).decode(), where(file.as_posix())))
    return _program(tuple(modules))


@lru_cache(maxsize=2)  # a build of the same sources has the same program, whose C text is known
def _program(modules):
    return Program({module.name: module for module in modules})


def where(file):
    """Return the name of a firmware file for messages."""
    return f"firmware/{file}"
