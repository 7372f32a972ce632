"""JSON Patch (RFC 6902) over JSON Pointer (RFC 6901), as far as objects go."""

import copy

from models import Refused


def apply(operations, document):
    """The document after all operations; a refusal leaves the given one as it was."""
    result = copy.deepcopy(document)
    for each in operations:
        step(each, result)
    return result


def step(operation, document):
    if operation.get("op") not in ("add", "remove", "replace", "test"):
        raise Refused(f"Unknown operation {operation.get('op')!r}")
    tokens = split(operation.get("path"))
    parent = document
    for token in tokens[:-1]:
        if not isinstance(parent, dict) or token not in parent:
            raise Refused(f"member '{token}' not found in the document")
        parent = parent[token]
    if not isinstance(parent, dict):
        raise Refused(f"{operation['path']} is not in an object")
    last = tokens[-1]
    if operation["op"] != "add" and last not in parent:
        raise Refused(f"can't {operation['op']} a non-existent object '{last}'")
    if operation["op"] == "remove":
        del parent[last]
        return
    if "value" not in operation:
        raise Refused("The operation does not contain a 'value' member")
    if operation["op"] == "test":
        if parent[last] != operation["value"]:
            raise Refused(f"{parent[last]!r} is not equal to tested value {operation['value']!r}")
        return
    parent[last] = copy.deepcopy(operation["value"])


def split(pointer):
    if not isinstance(pointer, str) or not pointer.startswith("/"):
        raise Refused(f"Location must start with /: {pointer!r}")
    tokens = pointer[1:].split("/")
    for token in tokens:
        rest = token.replace("~0", "").replace("~1", "")
        if "~" in rest:
            raise Refused(f"Found invalid escape {token}")
    return [token.replace("~1", "/").replace("~0", "~") for token in tokens]
