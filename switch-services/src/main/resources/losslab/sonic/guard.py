"""Keeps a temporary folder and runs programs until standard input ends, then ends them and removes it.

Standard input is a pipe of the program that started this one, so it ends with that program, whatever ended it.
Argument: the folder to make the temporary one in. Answers with its name. Each further line of input is a JSON list of a
log file and a command line; the answer is the number of its process, or a word that says why there is none.
"""

import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# prctl(2)
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

LIBC = ctypes.CDLL(None)


def prepare():
    """In a program's process, before it is that program."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def start(log, command):
    with open(log, "ab") as output:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, preexec_fn=prepare
        ).pid


def children():
    own = str(os.getpid())
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as stat:
                text = stat.read()
        except OSError:
            continue  # It has ended.
        if text[text.rindex(")") + 2 :].split()[1] == own:
            yield int(name)


def end_all():
    """What a process that is ended leaves behind becomes a child of this one: PR_SET_CHILD_SUBREAPER."""
    while True:
        for process in children():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        time.sleep(0.002)


def main():
    folder = tempfile.mkdtemp(prefix="losslab-sonic", dir=sys.argv[1])
    try:
        print(folder, flush=True)
        for line in sys.stdin:
            log, *command = json.loads(line)
            try:
                answer = start(log, command)
            except OSError as e:
                answer = e.strerror
            print(answer, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        end_all()
        shutil.rmtree(folder, ignore_errors=True)


# Ctrl-C is for the program that started this one.
os.setsid()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
signal.signal(signal.SIGTERM, lambda *_: sys.exit())
LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
main()
