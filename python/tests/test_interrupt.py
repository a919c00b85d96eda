"""Ctrl-C, in a process of its own."""

import signal
import subprocess
import sys
import textwrap
import time

import pytest

from shared import ROOT

# A shell that runs the tests in the background has made all they start ignore Ctrl-C.
BEGIN = f"""
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
import deadmove as dm
sys.path.insert(0, {str(ROOT / "python/tests")!r})
from shared import SLOW
print("ready", flush=True)
"""


def interrupted(body, after=0.5):
    """Runs code that does not end by itself, and how long it takes to end after Ctrl-C."""
    ending = """
    except KeyboardInterrupt:
        print("stopped", flush=True)
    else:
        print("ended", flush=True)
    """
    body = textwrap.indent(textwrap.dedent(body), "    ")
    code = BEGIN + "try:\n" + body + textwrap.dedent(ending)
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout.readline() == "ready\n", child.stderr.read()
        time.sleep(after)
        assert child.poll() is None, child.stdout.read() + child.stderr.read()
        child.send_signal(signal.SIGINT)
        begun = time.monotonic()
        out, err = child.communicate(timeout=60)
        return out, err, time.monotonic() - begun
    finally:
        child.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for other processes")
@pytest.mark.parametrize(
    "body",
    [
        "dm.check(lambda position: [None for _ in iter(int, 1)], 5)",
        "dm.check(lambda position: time.sleep(3600), 5)",
        "dm.Position('19x19').count()",
        "SLOW.judge(engine='frontier')",
        "dm.rules('rules').prove(max=20)",
        "dm.rules('rules/near-field').check(41)",
        "dm.rules('rules').certify(sys.argv[0] + '-certificate-of-nothing', 15)",
        "dm.walk('lifted', 25, runs=10_000_000)",
        "dm.check_program('sleep 3600', 5, timeout=3600)",
        "[p for p in dm.lines(9)]",
        "list(dm.live_positions(21, random=10**9))",
    ],
)
def test_ctrl_c_stops_long_work(body, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    body = body.replace("'rules", f"'{ROOT}/rules")
    body = body.replace("sys.argv[0] + '-certificate-of-nothing'", "'certificate'")
    out, err, took = interrupted(body)
    assert out == "stopped\n", err
    assert took < 20, f"{took} s"


def test_what_progress_raises_ends_the_work():
    import deadmove as dm

    def stop(done, total):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        dm.Position("19x19").count(progress=stop)


def test_other_threads_run_meanwhile():
    import threading

    import deadmove as dm

    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    begun = len(ticks)
    with pytest.raises(dm.LimitReached):
        dm.Position("19x19").count(timeout=0.5)
    done.set()
    thread.join()
    assert len(ticks) - begun > 5
