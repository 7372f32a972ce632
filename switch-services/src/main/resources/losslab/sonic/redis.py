"""A connection to Redis on a Unix socket: its protocol, as far as the tools need it.

Python's socket is the C module below it and as much again to load.
"""

import _socket as socket


class RedisError(Exception):
    """What the server answers with a minus."""


class Redis:
    def __init__(self, path, database):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.input = open(self.socket.fileno(), "rb", closefd=False)
        self.call("SELECT", str(database))

    def call(self, *words):
        return self.calls([words])[0]

    def calls(self, commands):
        """Answers of several commands, sent at once."""
        text = b""
        for command in commands:
            text += b"*%d\r\n" % len(command)
            for each in command:
                word = each.encode()
                text += b"$%d\r\n%s\r\n" % (len(word), word)
        self.socket.sendall(text)
        answers = [self.answer() for _ in commands]
        for answer in answers:
            if isinstance(answer, RedisError):
                raise answer
        return answers

    def answer(self):
        line = self.input.readline()
        kind, rest = line[:1], line[1:-2].decode()
        if kind == b"+":
            return rest
        if kind == b"-":
            return RedisError(rest)
        if kind == b":":
            return int(rest)
        size = int(rest)
        if size < 0:
            return None
        if kind == b"$":
            return self.input.read(size + 2)[:-2].decode()
        return [self.answer() for _ in range(size)]
