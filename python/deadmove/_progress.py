"""What `progress=` stands for: nothing, a progress bar, or a function."""

from __future__ import annotations

import warnings
from typing import Callable, List, NoReturn, Optional, Tuple, Union

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
        with warnings.catch_warnings():
            # Without widgets a notebook has bars of text, which is no reason to warn.
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm
    except ImportError:
        return None, None
    bars: List[tqdm[NoReturn]] = []

    def step(done: int, total: int) -> None:
        if not total:
            return
        if not bars:
            bars.append(tqdm(desc=what, total=total))
        [bar] = bars
        bar.total = total
        bar.n = done
        bar.refresh()

    def close() -> None:
        for bar in bars:
            bar.close()

    return step, close
