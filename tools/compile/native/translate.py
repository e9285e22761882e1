"""Translate a kernel's Python text to C, statement by statement. Anything not supported is refused, with file and line.

A value is a number of 32 bits, a pointer (ptr8, ptr16, ptr32) or an object of MicroPython: a buffer, a list of objects,
or a function. A pointer made from a number points to registers of the chip, which are read and written exactly as in
the text. A variable keeps the type of its first assignment. Comparisons, `and`, `or` and `not` are conditions only.
Compiler flags settle what C leaves open (compiler.py): numbers wrap, and pointers may alias. Only the order of
evaluation in an expression stays open, so a call may not depend on it. The result of a kernel must fit into 31 bits.

The C text is for one of three targets: the Pico, MicroPython's WebAssembly port, or a library for CPython (host.py).
The first two have objects of the same words. The last has only buffers and lists of them, in a layout of its own.
"""

import ast
from functools import lru_cache
from typing import NamedTuple, NoReturn

from host_sim.cli.errors import ToolError

from .kernels import Module, Program, number_of

INT, OBJECT, NOTHING = "int", "object", "nothing"
POINTERS = {"ptr8": "uint8_t *", "ptr16": "uint16_t *", "ptr32": "int32_t *"}
REGISTERS = {f"{name} to registers": f"volatile {c}" for name, c in POINTERS.items()}
C_TYPES = {INT: "int32_t ", OBJECT: "object ", NOTHING: "void ", **POINTERS, **REGISTERS}
LARGEST = 0x3FFFFFFF  # a larger literal is a big integer on the Pico, which viper refuses

_BINARY = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_DIVIDING = {ast.FloorDiv: "floor_divided", ast.Mod: "modulo"}
_COMPARING = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Target(NamedTuple):
    """What C is written for.

    head         C at the top of the file
    exported     whether an entry has its full name (`full_name`), not just the name of its kernel
    micropython  whether MicroPython calls the entries; else plain C does, and there are no functions and no registers
    """

    head: str
    exported: bool = False
    micropython: bool = True


# The layout of MicroPython's objects, from 1.24 on. A list, an array, a bytearray and bytes have the
# address of their items in the fourth word and the number of items in the third. A small integer n is the word 2n + 1.
# Any other has the address of its digits there, of 16 bits each. False and True are the words 14 and 30.
_OBJECTS = """\
typedef int int32_t;
typedef unsigned int uint32_t;
typedef unsigned short uint16_t;
typedef unsigned char uint8_t;
typedef const uint32_t *object;
typedef object native(object self, uint32_t count, uint32_t keywords, const object *given);

#define PART __attribute__((noinline))
#define NONE ((object)6)
#define LENGTH(o) ((int32_t)(o)[2])
#define ITEMS(o) ((void *)(o)[3])
#define ITEM(o, i) (((object *)ITEMS(o))[i])
#define NEW_INT(n) ((object)((uint32_t)(n) << 1 | 1))
"""
_CALL = """\
#define CALL(function, count, ...) \\
    ((native *)(%s))(function, count, 0, (const object[]){__VA_ARGS__})
"""
_NUMBER = """\
PART static int32_t number(object o)
{
    if ((uint32_t)o & 1)
        return (int32_t)o >> 1;
    if ((uint32_t)o < 32)
        return (uint32_t)o >> 4;
    const uint16_t *digits = ITEMS(o);
    uint32_t total = digits[0];
    if (o[2] > 1)
        total |= (uint32_t)digits[1] << 16;
    return o[1] & 1 ? -total : total;
}
"""
_DIVISION = """\
PART unsigned long long __aeabi_uidivmod(uint32_t a, uint32_t b)
{
    uint32_t quotient = 0, bit = 1;
    while (b < a && !(b >> 31)) {
        b <<= 1;
        bit <<= 1;
    }
    while (bit) {
        if (a >= b) {
            a -= b;
            quotient |= bit;
        }
        b >>= 1;
        bit >>= 1;
    }
    return (unsigned long long)a << 32 | quotient;
}

PART unsigned long long __aeabi_idivmod(int32_t a, int32_t b)
{
    unsigned long long whole = __aeabi_uidivmod(a < 0 ? -a : a, b < 0 ? -b : b);
    uint32_t quotient = whole, rest = whole >> 32;
    if ((a ^ b) < 0)
        quotient = -quotient;
    if (a < 0)
        rest = -rest;
    return (unsigned long long)rest << 32 | quotient;
}

PART uint32_t __aeabi_uidiv(uint32_t a, uint32_t b)
{
    return (uint32_t)__aeabi_uidivmod(a, b);
}

PART int32_t __aeabi_idiv(int32_t a, int32_t b)
{
    return (int32_t)__aeabi_idivmod(a, b);
}
"""
_EXPORT = '__attribute__((export_name("%s"))) '
# Python calls this with the address of a tuple, which has its length in the second word, then its items.
_CALLED = (
    _EXPORT % "call"
    + """\
object call_code(native *code, const object *tuple)
{
    return code(0, (uint32_t)tuple[1], 0, tuple + 2);
}
"""
)
_FLOOR = """\
static inline int32_t floor_divided(int32_t a, int32_t b)
{
    int32_t quotient = a / b;
    return quotient * b != a && (a ^ b) < 0 ? quotient - 1 : quotient;
}

static inline int32_t modulo(int32_t a, int32_t b)
{
    return a - floor_divided(a, b) * b;
}
"""

# A buffer or a list, as host.py makes them.
_HOST = """\
typedef int int32_t;
typedef unsigned int uint32_t;
typedef unsigned short uint16_t;
typedef unsigned char uint8_t;
typedef const struct { void *items; int32_t length; } *object;

#define PART
#define LENGTH(o) ((o)->length)
#define ITEMS(o) ((o)->items)
#define ITEM(o, i) (((object *)ITEMS(o))[i])
"""


def _micropython_head(code, helpers):
    """Return the C at the top of a file for MicroPython.

    code      C for the address of a function's code, in terms of its object, `function`
    """
    return "\n".join([_OBJECTS + _CALL % code, _NUMBER, helpers])


# On the Pico the object of a native function has the address of its code in the fourth word.
PICO = Target(_micropython_head("(function)[3] | 1", _DIVISION))
# In the WebAssembly port a kernel is a closure over one number, that of its code (host_sim/web/worker/kernels.py): the
# fourth word is the address of a cell, whose second word is the number.
WEBASSEMBLY = Target(_micropython_head("((object)(function)[3])[1] >> 1", _CALLED), exported=True)
HOST = Target(_HOST, micropython=False)
HOST_ENTRY = "kernel"


class Value(NamedTuple):
    """A piece of C and the type of its value."""

    text: str
    type: str


@lru_cache(maxsize=256)  # of the few programs of a process; a module takes 30 ms
def c_file(program, module):
    """Return the C text for the Pico of a module's kernels and all they call. Those that Python calls have an entry."""
    return _c_text(program, _entries(program, [module]), PICO)


@lru_cache(maxsize=2)
def c_program(program):
    """Return the C text for WebAssembly of all kernels. Those that Python calls are exported with their full names."""
    return _c_text(program, _entries(program, program.with_kernels()), WEBASSEMBLY)


def c_library(program, module, name):
    """Return the C text for CPython of one kernel and all it calls. Its entry, HOST_ENTRY, has the kernel's arguments.

    Raises ToolError if it needs MicroPython or a chip.
    """
    return _c_text(program, [(module, name)], HOST)


def _entries(program, modules):
    return [(module, name) for module in modules for name in program.entries(module)]


def _c_text(program, called, target):
    done, to_do = {}, list(called)
    while to_do:
        where, name = to_do.pop()
        if (where.name, name) not in done:
            function = done[where.name, name] = Function(program, where, name, target)
            to_do.extend(function.called)
    functions = [done[key] for key in sorted(done)]
    parts = {kernel for function in functions for kernel in function.called}
    entries = [done[module.name, name].entry() for module, name in called]
    declared = "".join(f"{_part_or_whole(function, parts)}{function.heading()};\n" for function in functions)
    return "\n".join([target.head, _FLOOR, declared, *[function.text() for function in functions], *entries])


def _part_or_whole(function, parts):
    """A kernel that others call keeps its own frame on a chip: inlined, they would have too few registers."""
    return "PART " if (function.module, function.name) in parts else ""


def full_name(module, name):
    return f"{module.name}.{name}"


def c_name(module, name):
    return "_".join(module.name.split(".")[1:]) + "__" + name


class Function:
    """One kernel being translated to C.

    called   the kernels that it calls: (module, name) of each
    """

    def __init__(self, program: Program, module: Module, name, target: Target):
        self.program, self.module, self.name, self.target = program, module, name, target
        self.node = module.kernels[name]
        self.arguments = [argument.arg for argument in self.node.args.args]
        self.types = {argument.arg: self._annotated(argument.annotation) for argument in self.node.args.args}
        self.result = result_of(module, self.node)
        self.called = []
        self._lines = []
        self._depth = 1
        given = self.node.args
        if given.posonlyargs or given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
            self._refuse(self.node, "a kernel has plain arguments only")
        self._block(self.node.body)

    def heading(self):
        return f"static {self._signature(c_name(self.module, self.name))}"

    def _signature(self, name):
        given = ", ".join(C_TYPES[self.types[argument]] + variable(argument) for argument in self.arguments) or "void"
        return f"{C_TYPES[self.result]}{name}({given})"

    def text(self):
        local = [name for name in self.types if name not in self.arguments]
        declared = [f"    {C_TYPES[self.types[name]]}{variable(name)} = 0;" for name in local]
        last = ["    return 0;"] if self.result == INT and not isinstance(self.node.body[-1], ast.Return) else []
        return "\n".join([self.heading(), "{", *declared, *self._lines, *last, "}\n"])

    def entry(self):
        """Return the function that the target calls: for MicroPython with objects instead of numbers and pointers."""
        if not self.target.micropython:
            return self._plain_entry()
        given = []
        for i, name in enumerate(self.arguments):
            if self.types[name] == INT:
                given.append(f"number(given[{i}])")
            elif self.types[name] == OBJECT:
                given.append(f"given[{i}]")
            else:
                given.append(f"ITEMS(given[{i}])")
        call = f"{c_name(self.module, self.name)}({', '.join(given)})"
        body = f"return NEW_INT({call});" if self.result == INT else f"{call};\n    return NONE;"
        called = self.name
        if self.target.exported:
            called = "entry_of_" + c_name(self.module, self.name)
        heading = f"object {called}(object self, uint32_t count, uint32_t keywords, const object *given)"
        if self.target.exported:
            heading = _EXPORT % full_name(self.module, self.name) + heading
        return f"{heading}\n{{\n    {body}\n}}\n"

    def _plain_entry(self):
        """Return the function that C calls, with the arguments of the kernel."""
        call = f"{c_name(self.module, self.name)}({', '.join(map(variable, self.arguments))});"
        body = f"return {call}" if self.result == INT else call
        return f"{self._signature(HOST_ENTRY)}\n{{\n    {body}\n}}\n"

    def _refuse(self, node, why) -> NoReturn:
        self.module.refuse(node, why)

    def _check_target(self, node, why):
        """Refuse what only a chip or MicroPython has."""
        if not self.target.micropython:
            self._refuse(node, f"{ast.unparse(node)}: {why}")

    def _annotated(self, annotation):
        if annotation is None:
            return OBJECT
        if isinstance(annotation, ast.Name) and annotation.id in (INT, *POINTERS):
            return annotation.id
        self._refuse(annotation, f"{ast.unparse(annotation)} is no type of a kernel's argument")

    # Statements

    def _block(self, statements):
        for node in statements:
            translate = getattr(self, "_" + type(node).__name__, None)
            if not translate:
                self._refuse(node, f"a kernel has no {type(node).__name__} statement")
            translate(node)

    def _put(self, line):
        self._lines.append("    " * self._depth + line)

    def _braces(self, head, statements):
        self._put(head + " {")
        self._depth += 1
        self._block(statements)
        self._depth -= 1
        self._put("}")

    def _Pass(self, node):
        pass

    def _Break(self, node):
        self._put("break;")

    def _Continue(self, node):
        self._put("continue;")

    def _Return(self, node):
        if (node.value is None) != (self.result == NOTHING):
            self._refuse(node, "a kernel returns a number everywhere, and says so with `-> int`, or nothing")
        self._put(f"return {self._number(node.value)};" if node.value else "return;")

    def _Expr(self, node):
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return
        if not isinstance(node.value, ast.Call):
            self._refuse(node, "this does nothing")
        self._put(self._call(node.value).text + ";")

    def _While(self, node):
        if node.orelse:
            self._refuse(node, "a kernel's while has no else")
        self._braces(f"while ({self._condition(node.test)})", node.body)

    def _If(self, node):
        self._braces(f"if ({self._condition(node.test)})", node.body)
        if node.orelse:
            self._braces("else", node.orelse)

    def _Assign(self, node):
        self._check_order(node.value, *node.targets)
        value = self._value(node.value)
        if len(node.targets) == 1:
            self._put(f"{self._target(node.targets[0], value)} = {value.text};")
            return
        if value.type != INT:
            self._refuse(node, "only numbers are assigned to several places at once")
        self._put(f"int32_t value_{node.lineno} = {value.text};")
        for target in node.targets:
            self._put(f"{self._target(target, value)} = value_{node.lineno};")

    def _AugAssign(self, node):
        self._check_order(node.value, node.target)
        target, operator, value = self._value(node.target), type(node.op), self._number(node.value)
        if target.type != INT or isinstance(node.target, ast.Name) and node.target.id not in self.types:
            self._refuse(node, "only a number that a variable or a buffer holds can be changed in place")
        self._check_sense(operator, node.value)
        if operator in _BINARY:
            self._put(f"{target.text} {_BINARY[operator]}= {value};")
        elif operator in _DIVIDING and isinstance(node.target, ast.Name):
            self._put(f"{target.text} = {_DIVIDING[operator]}({target.text}, {value});")
        else:
            self._refuse(node, f"a kernel has no operator {ast.unparse(node)}")

    def _target(self, node, value):
        """Return the C text of an assignment's target."""
        if isinstance(node, ast.Subscript):
            place = self._value(node)
            if place.type != INT or value.type != INT:
                self._refuse(node, "only numbers are stored, and only through pointers")
            return place.text
        if not isinstance(node, ast.Name):
            self._refuse(node, f"a kernel assigns nothing to {ast.unparse(node)}")
        if value.type == NOTHING or self.types.setdefault(node.id, value.type) != value.type:
            self._refuse(node, f"{node.id} is {self.types.get(node.id, 'nothing')} and cannot be {value.type}")
        return variable(node.id)

    # Expressions

    def _condition(self, node):
        """Return a piece of C that is 0 if the condition does not hold."""
        if isinstance(node, ast.BoolOp):
            operator = " && " if isinstance(node.op, ast.And) else " || "
            return "(" + operator.join(self._condition(value) for value in node.values) + ")"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self._condition(node.operand)}"
        if isinstance(node, ast.Compare):
            if len(node.ops) > 1 or type(node.ops[0]) not in _COMPARING:
                self._refuse(node, f"a kernel does not compare like this: {ast.unparse(node)}")
            self._check_order(node.left, node.comparators[0])
            left, right = self._number(node.left), self._number(node.comparators[0])
            return f"({left} {_COMPARING[type(node.ops[0])]} {right})"
        return self._number(node)

    def _number(self, node):
        value = self._value(node)
        if value.type != INT:
            self._refuse(node, f"{ast.unparse(node)} is {value.type}, not a number: int(...) makes it one")
        return value.text

    def _value(self, node):
        translate = getattr(self, "_value_of_" + type(node).__name__, None)
        if not translate:
            self._refuse(node, f"a kernel cannot compute {ast.unparse(node)}")
        return translate(node)

    def _value_of_Constant(self, node):
        if not isinstance(node.value, int):
            self._refuse(node, f"{ast.unparse(node)} is not a number")
        return self._literal(node, int(node.value))

    def _known(self, node):
        """Return the number of an expression that is made of numbers and consts alone, else None."""
        names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
        if any(name in self.types or name not in self.module.constants for name in names):
            return None
        try:
            return number_of(self.module, node)
        except ToolError:
            return None

    def _check_sense(self, operator, right):
        """Refuse a division or a shift that differs in C, or is undefined there."""
        number = self._known(right)
        if operator in _DIVIDING and number == 0:
            self._refuse(right, "a kernel cannot divide by 0")
        if operator in (ast.LShift, ast.RShift) and number is not None and not 0 <= number < 32:
            self._refuse(right, f"a kernel cannot shift by {number}: a number has 32 bits")

    def _literal(self, node, number):
        if not -LARGEST - 1 <= number <= LARGEST:
            self._refuse(node, f"{number} takes more than 31 bits")
        return Value(str(number) if number >= 0 else f"({number})", INT)

    def _value_of_Name(self, node):
        if node.id in self.types:
            return Value(variable(node.id), self.types[node.id])
        if node.id in self.module.constants:
            return self._literal(node, self.module.constants[node.id])
        self._refuse(node, f"{node.id} is neither a variable with a value nor a const")

    def _value_of_Subscript(self, node):
        self._check_order(node.value, node.slice)
        value, index = self._value(node.value), self._number(node.slice)
        if (self._known(node.slice) or 0) < 0:
            self._refuse(node, f"{ast.unparse(node)} lies before the first item")
        if value.type == OBJECT:
            return Value(f"ITEM({value.text}, {index})", OBJECT)
        if value.type not in {**POINTERS, **REGISTERS}:
            self._refuse(node, f"{ast.unparse(node.value)} is {value.type} and has no items")
        return Value(f"{value.text}[{index}]", INT)

    def _value_of_BinOp(self, node):
        self._check_order(node.left, node.right)
        left, right, operator = self._number(node.left), self._number(node.right), type(node.op)
        self._check_sense(operator, node.right)
        if (known := self._known(node)) is not None:
            self._literal(node, known)
        if operator in _BINARY:
            return Value(f"({left} {_BINARY[operator]} {right})", INT)
        if operator in _DIVIDING:
            return Value(f"{_DIVIDING[operator]}({left}, {right})", INT)
        self._refuse(node, f"a kernel has no operator as in {ast.unparse(node)}")

    def _value_of_UnaryOp(self, node):
        sign = {ast.USub: "-", ast.Invert: "~"}.get(type(node.op))
        if not sign:
            self._refuse(node, f"{ast.unparse(node)} is a condition, not a number")
        return Value(f"({sign}{self._number(node.operand)})", INT)

    def _value_of_Call(self, node):
        """Translate int(...) of a value, or a pointer to the items of an object or to registers."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in POINTERS and len(node.args) == 1 and not node.keywords:
            value = self._value(node.args[0])
            if value.type == INT:
                self._check_target(node, "a library has no registers")
                kind = f"{name} to registers"
                return Value(f"(({C_TYPES[kind]}){value.text})", kind)
            if value.type != OBJECT:
                self._refuse(node, f"{name}() wants a buffer, and {ast.unparse(node.args[0])} is {value.type}")
            return Value(f"(({C_TYPES[name]})ITEMS({value.text}))", name)
        if name == "int" and len(node.args) == 1 and not node.keywords:
            inner = node.args[0]
            if not isinstance(inner, ast.Call) or getattr(inner.func, "id", "") == "int":
                return Value(self._number(inner), INT)
            value = self._call(inner)
            if value.type == OBJECT:
                return Value(f"number({value.text})", INT)
            if value.type == INT:
                return value
        self._refuse(node, f"the result of {ast.unparse(node)} is no number here: int(...) makes it one")

    def _call(self, node):
        """Translate a call of another kernel, of a function passed in, or len()."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if node.keywords or not name:
            self._refuse(node, f"a kernel cannot call like this: {ast.unparse(node)}")
        self._check_order(*node.args)
        if name == "len" and len(node.args) == 1:
            value = self._value(node.args[0])
            if value.type == OBJECT:
                return Value(f"LENGTH({value.text})", INT)
        elif self.types.get(name) == OBJECT:
            self._check_target(node, "a library cannot call a function that is passed in")
            given = [self._handed_over(argument) for argument in node.args]
            return Value(f"CALL({variable(name)}, {', '.join([str(len(given)), *given])})", OBJECT)
        elif kernel := self.program.kernel(self.module, name):
            return self._call_of_kernel(node, *kernel)
        self._refuse(node, f"a kernel cannot call {name}")

    def _check_order(self, *parts):
        """Refuse an expression whose parts call a kernel and read memory: C is free to do either first."""
        called = [part for part in parts if any(map(_is_call, ast.walk(part)))]
        if not called:
            return
        open_ = [part for part in parts if any(isinstance(each, ast.Subscript) for each in ast.walk(part))]
        if len({*called, *open_}) > 1:
            self._refuse(called[0], f"{ast.unparse(called[0])} needs a statement of its own: C might call it too early")

    def _call_of_kernel(self, node, module, name):
        self.called.append((module, name))
        arguments = module.kernels[name].args.args
        if len(node.args) != len(arguments):
            self._refuse(node, f"{name} takes {len(arguments)} arguments")
        given = []
        for argument, wanted in zip(node.args, arguments):
            value = self._value(argument)
            kind = wanted.annotation.id if isinstance(wanted.annotation, ast.Name) else OBJECT
            if kind in POINTERS and value.type == OBJECT:
                value = Value(f"ITEMS({value.text})", kind)
            if value.type != kind:
                self._refuse(argument, f"{name} wants {kind}, and {ast.unparse(argument)} is {value.type}")
            given.append(value.text)
        return Value(f"{c_name(module, name)}({', '.join(given)})", result_of(module, module.kernels[name]))

    def _handed_over(self, node):
        """Return an argument for a function of MicroPython."""
        value = self._value(node)
        if value.type == INT:
            return f"NEW_INT({value.text})"
        if value.type != OBJECT:
            self._refuse(node, f"{ast.unparse(node)} is {value.type}, which only a kernel can be given")
        return value.text


def result_of(module: Module, node):
    """Return the result type of a kernel: INT or NOTHING."""
    if node.returns is None:
        return NOTHING
    if isinstance(node.returns, ast.Name) and node.returns.id == INT:
        return INT
    module.refuse(node.returns, "a kernel returns int or nothing")


def _is_call(node):
    """Return whether a node calls a kernel or a function passed in."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") not in (INT, "len", *POINTERS)


def variable(name):
    """Return a variable's name in C, where names like `double` are reserved."""
    return name + "_"
