"""Stand-in for config of a SONiC switch: patches, checkpoints, and what the switch does with new rows.

The file settings (JSON) changes what it does: "delay", seconds that a table's change takes, and that "config" takes to
end once it has deleted a checkpoint; "password", whether sudo (sudo.sh) asks for one; "refuse", a command that always
fails; "linkSeconds", how long a link takes to come up; "linksStayDown", ports whose links do not; "failAfter", how many
tables, or "all", the next change writes before it fails.
"""

import json
import os
import re
import sys
import time

import links
import models
import patch
from models import Refused
from rows import HOME, changed_rows, connect, read_config, version, write_rows

CONFIG_NAME = re.compile(r"[A-Za-z0-9_.-]+")


def settings():
    try:
        with open(f"{HOME}/settings") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def commit(old, new):
    """Makes the change table by table, as the change applier and those who hear of it do.

    SONiC takes ports down and up one after the other; here all are down for the whole of the change.
    """
    rows = changed_rows(old, new)
    down = links.to_take_down(old, rows)
    shut = {("PORT", port): {**old["PORT"][port], "admin_status": "down"} for port in down}
    write_rows(shut)
    links.go_down(appl_db, down)
    rows.update({("PORT", port): new["PORT"][port] for port in down})
    # Ports go up when nothing else is left.
    tables = sorted({table for table, _ in rows}, key=lambda table: (table == "PORT", table))
    for number, changing in enumerate(tables, 1):
        write_rows({(table, key): row for (table, key), row in rows.items() if table == changing})
        time.sleep(settings().get("delay", 0))
        fail_after(number)
    follow(old, new, down)
    manage_buffers(old, new, rows, down)
    fail_after("all")


def follow(old, new, were_down):
    """Links do what the rows of their ports say."""
    ports = new.get("PORT", {})
    up = [
        port
        for port, row in ports.items()
        if links.is_up(row) and (port in were_down or not links.is_up(old["PORT"].get(port, {})))
    ]
    links.go_down(appl_db, [port for port, row in ports.items() if not links.is_up(row)])
    stay = settings().get("linksStayDown", [])
    links.train(appl_db, [port for port in up if port not in stay], settings().get("linkSeconds", 0.2))


def appl_db():
    return connect("APPL_DB")


def fail_after(tables):
    if settings().get("failAfter") == tables:
        os.remove(f"{HOME}/settings")
        raise Refused("stand-in: told to fail")


def manage_buffers(old, new, rows, down):
    """Default profiles, by the traditional buffer manager (source: buffermgr.cpp of sonic-swss).

    It hears of ports, of their priorities and of the lengths of their cables; of the length last, since SONiC orders
    a patch as it likes.
    """
    if new["DEVICE_METADATA"]["localhost"].get("buffer_model") == "dynamic":
        return
    lengths, new_lengths = (config.get("CABLE_LENGTH", {}).get("AZURE", {}) for config in (old, new))
    for port in down:
        bind_lossless(new, port, lengths.get(port, "0m"))
    for table, port in rows:
        if table == "PORT_QOS_MAP" and priorities(old, port) != priorities(new, port):
            bind_lossless(new, port, lengths.get(port, "0m"))
    for port, length in new_lengths.items():
        if length != lengths.get(port):
            bind_lossless(new, port, length)


def priorities(config, port):
    return config.get("PORT_QOS_MAP", {}).get(port, {}).get("pfc_enable")


# Mb/s: pg_profile_lookup.ini has no slower port, and the buffer manager does nothing where it finds none.
SLOWEST_LOOKED_UP = 10000


def bind_lossless(config, port, length):
    if length in ("0m", "None") or not priorities(config, port) or port not in config["PORT"]:
        return
    speed = config["PORT"][port]["speed"]
    if int(speed) < SLOWEST_LOOKED_UP:
        return
    made = {}
    profile = f"pg_lossless_{speed}_{length}_profile"
    mode = config["BUFFER_POOL"]["ingress_lossless_pool"]["mode"]
    if profile not in config["BUFFER_PROFILE"]:
        made["BUFFER_PROFILE", profile] = {
            "pool": "ingress_lossless_pool",
            "xon": "2288",
            "xon_offset": "2288",
            "xoff": "165568",
            "size": "1248",
            f"{mode}_th": "-3" if mode == "dynamic" else "100000",
        }
    for group in combined(priorities(config, port)):
        made["BUFFER_PG", f"{port}|{group}"] = {"profile": profile}
    write_rows(made)


def combined(listed):
    """Neighbours as ranges: 3,4,6 is 3-4 and 6."""
    ranges = []
    for each in sorted(int(word) for word in listed.split(",") if word):
        if ranges and ranges[-1][1] == each - 1:
            ranges[-1][1] = each
        else:
            ranges.append([each, each])
    return [f"{a}" if a == b else f"{a}-{b}" for a, b in ranges]


def apply_patch(path, dry_run):
    with open(path) as file:
        operations = json.load(file)
    if not isinstance(operations, list) or not operations:
        raise Refused("Invalid JSON patch")
    if os.stat(os.path.dirname(path)).st_mode & 0o077:
        raise Refused("stand-in: the patch is in a directory that others can enter")
    old = read_config()
    new = patch.apply(operations, old)
    replace(old, new, dry_run)


def replace(old, new, dry_run=False):
    models.require_permitted(old, new, version())
    empty = [table for table, rows in new.items() if not rows]
    if empty:
        raise Refused(
            "given patch is not valid because it will result in empty tables which is not allowed in ConfigDb."
            f" Table: {', '.join(empty)}"
        )
    refusal = None
    try:
        models.validate(new)
    except Refused as e:
        refusal = e
    ask_real_models(old, new, refusal)
    if refusal:
        raise Refused(f"Given patch will produce invalid config. Error: {refusal}") from refusal
    if dry_run:
        return
    commit(old, new)
    ignored = ("BUFFER_PG", "BUFFER_PROFILE")
    now = read_config()
    if {t: r for t, r in new.items() if t not in ignored} != {t: r for t, r in now.items() if t not in ignored}:
        raise Refused("after applying patch to config, there are still some parts not updated")


def ask_real_models(old, new, refusal):
    """Where the real models are at hand, they must say the same; what they said is kept."""
    if not os.path.exists(f"{HOME}/yang"):
        return
    # It takes as long to load as all others together.
    import yang

    with open(f"{HOME}/yang") as file:
        found = yang.problem(new, file.read().strip())
    tables = ",".join(sorted({table for table, _ in changed_rows(old, new)}))
    with open(f"{HOME}/yanglint", "a") as file:
        said = found.strip().splitlines()[0] if found else ""
        file.write(f"{'refused' if found else 'accepted'} {tables} {said}\n")
    if bool(found) != bool(refusal):
        raise Refused(f"stand-in: yanglint says '{found}', the stand-in '{refusal}'")


def checkpoint_file(name):
    if not CONFIG_NAME.fullmatch(name):
        raise Refused(f"bad checkpoint name {name!r}")
    return f"{HOME}/checkpoints/{name}.cp.json"


def require_checkpoint(name):
    if not os.path.exists(checkpoint_file(name)):
        raise Refused(f"Checkpoint '{name}' does not exist")


def run(words):
    if os.environ.get("STAND_IN_ROOT") != "yes":
        sys.exit("Root privileges are required for this operation")
    command, options = words[0], words[1:]
    dry_run = "--dry-run" in options
    try:
        if settings().get("refuse") == command:
            raise Refused("stand-in: told to refuse")
        if command == "apply-patch":
            if dry_run:
                options.remove("--dry-run")
            (path,) = options
            apply_patch(path, dry_run)
            print("Patch applied successfully.")
        elif command == "checkpoint":
            (name,) = options
            os.makedirs(f"{HOME}/checkpoints", exist_ok=True)
            with open(checkpoint_file(name), "w") as file:
                json.dump(read_config(), file)
            print("Checkpoint created successfully.")
        elif command == "rollback":
            (name,) = options
            require_checkpoint(name)
            with open(checkpoint_file(name)) as file:
                replace(read_config(), json.load(file))
            print("Config rolled back successfully.")
        elif command == "delete-checkpoint":
            (name,) = options
            require_checkpoint(name)
            os.remove(checkpoint_file(name))
            time.sleep(settings().get("delay", 0))
            print("Checkpoint deleted successfully.")
        elif command == "list-checkpoints":
            names = os.listdir(f"{HOME}/checkpoints") if os.path.isdir(f"{HOME}/checkpoints") else []
            print(json.dumps([name[: -len(".cp.json")] for name in names], indent=4))
        else:
            raise Refused(f"No such command '{command}'.")
    except (Refused, ValueError) as e:
        print(f"Failed to {command} due to: {e}", file=sys.stderr)
        print(f"Usage: config {command} [OPTIONS]\n\nError: {e}", file=sys.stderr)
        sys.exit(2)
