"""What `progress=` stands for: nothing, a progress bar, or a function."""

from __future__ import annotations

from typing import Callable, Optional, Tuple, Union

#: True for a bar by tqdm, or a function that is called with the parts done and all parts.
Progress = Union[bool, Callable[[int, int], object], None]

_Call = Optional[Callable[[int, int], object]]
_Close = Optional[Callable[[], object]]


def begin(progress: Progress, what: str) -> Tuple[_Call, _Close]:
    """What to call with each step, and what at the end."""
    if progress is None or progress is False:
        return None, None
    if callable(progress):
        return progress, None
    if progress is not True:
        raise TypeError("progress is True, or a function of two numbers: parts done, all parts")
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None, None
    bar = tqdm(desc=what)

    def step(done: int, total: int) -> None:
        bar.total = total or None
        bar.n = done
        bar.refresh()

    return step, bar.close
