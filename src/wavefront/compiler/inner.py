"""Inner functions: compiled by Numba for their callers alone.

Numba gives each function that it compiles a library of its own, which holds everything that the function
calls. It optimises every library in full, makes machine code of it and wraps it for Python and for C. For a
function that only compiled functions call, all that is work for nothing, and the deeper the callee, the more
often it is done. Here, the library of an inner function keeps LLVM's code as Numba made it. The outermost
function's library takes in the code of all inner functions, is optimised as a whole, and alone becomes
machine code.

This is a thin layer over Numba's passes, whose insides may change: tests/compiler/test_inner.py says so then,
and without the insides, inner functions are compiled as Numba compiles any function.
docs/decisions/0014-first-call-on-the-cpu.md has the figures.
"""

from typing import Any

import numba

# As for a GPU, code can't allocate: another thread's call can't report that memory is short. References to
# arrays aren't counted then, which would also cost 20 ns per call.
OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True, "_nrt": False}

try:
    from numba._dynfunc import make_function
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import register_pass
    from numba.core.errors import TypingError
    from numba.core.typed_passes import NativeLowering
    from numba.core.types.containers import BaseTuple
    from numba.core.types.misc import Optional
    from numba.core.types.npytypes import Array
except ImportError:
    inside: dict[str, Any] = {}
    outside: dict[str, Any] = {}
else:

    class _InnerLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
        """A function's code, to be taken in by the libraries of others: not optimised, no machine code."""

        def add_ir_module(self, ir_module: Any) -> None:
            for function in ir_module.functions:
                if not function.is_declaration and "alwaysinline" not in function.attributes:
                    function.attributes.add("noinline")
            super().add_ir_module(ir_module)

        def finalize(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

        def with_callees(self) -> list[Any]:
            """This library and those of all that the function calls, each once."""
            return list(dict.fromkeys([self, *self._linking_libraries]))

    class _InnerLowering(NativeLowering):  # type: ignore[misc]
        """Makes LLVM's code of a function, and no more."""

        _name = "wavefront_inner_lowering"

        def run_pass(self, state: Any) -> bool:
            name = state.func_id.func_qualname
            library = state.library = _InnerLibrary(state.targetctx.codegen(), name)
            flags = state.flags
            flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
            super().run_pass(state)
            lowered = state.cr
            library.environment = lowered.env
            module = lowered.fndesc.lookup_module()
            never_called = make_function(module, name, "", 0, lowered.env, (library,))
            state.targetctx.insert_user_function(never_called, lowered.fndesc, library.with_callees())
            state.cr = lowered._replace(cfunc=never_called)
            return True

    class _OuterLowering(NativeLowering):  # type: ignore[misc]
        """Makes machine code, and tells it where inner functions' Python objects are, as text to print."""

        _name = "wavefront_outer_lowering"

        def run_pass(self, state: Any) -> bool:
            if _has_array(state.return_type):  # nobody counts the reference that the caller would get
                raise TypingError("arrays can't be returned")
            super().run_pass(state)
            codegen = state.targetctx.codegen()
            for library in state.library._linking_libraries:
                if isinstance(library, _InnerLibrary):
                    codegen.set_env(library.environment.env_name, library.environment)
            return True

    def _has_array(kind: Any) -> bool:
        if isinstance(kind, BaseTuple):
            return any(map(_has_array, kind))
        return isinstance(kind, Array) or (isinstance(kind, Optional) and _has_array(kind.type))

    class _InnerCompiler(CompilerBase):  # type: ignore[misc]
        """Numba's passes, but for the one that makes code."""

        lowering = _InnerLowering

        def define_pipelines(self) -> list[Any]:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.add_pass_after(self.lowering, NativeLowering)
            passes.passes = [entry for entry in passes.passes if entry[0] is not NativeLowering]
            passes.finalize()
            return [passes]

    class _OuterCompiler(_InnerCompiler):
        lowering = _OuterLowering

    for _kind in (_InnerLowering, _OuterLowering):
        register_pass(mutates_CFG=True, analysis_only=False)(_kind)
    inside, outside = {"pipeline_class": _InnerCompiler}, {"pipeline_class": _OuterCompiler}

inner = numba.njit(**OPTIONS, **inside, forceinline=True)
shared = numba.njit(**OPTIONS, **inside)  # its code stays one function, however many callers take it in
outermost = numba.njit(**OPTIONS, **outside, no_cfunc_wrapper=True)
