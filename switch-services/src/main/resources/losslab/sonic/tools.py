"""Stand-ins for config, sonic-cfggen, sonic-db-cli and sonic-clear of a SONiC switch, over a real Redis.

They are called by links of these names to command.py. Each call starts Python anew: what only one of them needs, it
loads itself. The home directory has the switch: redis.sock, checkpoints, sonic_version, calls (what was run), and
settings (see config.py).
"""

import os
import sys

from redis import RedisError
from rows import HOME, changed_rows, connect, read_config, version, write_rows


def config(words):
    import config

    config.run(words)


def sonic_cfggen(words):
    import json

    if words == ["-d", "--print-data"]:
        print(json.dumps(read_config(), indent=4, sort_keys=True))
    elif len(words) == 3 and words[0] == "-j" and words[2] == "--write-to-db":
        with open(words[1]) as file:
            write_rows(changed_rows({}, json.load(file)))
    elif words == ["-y", "/etc/sonic/sonic_version.yml", "-v", "build_version"]:
        print(version())
    else:
        sys.exit(f"sonic-cfggen: error: unrecognized arguments: {' '.join(words)}")


def sonic_db_cli(words):
    try:
        answer = connect(words[0]).call(*words[1:])
    except KeyError:
        sys.exit(f"Invalid database name input : '{words[0]}'")
    except RedisError as e:
        sys.exit(str(e))
    for line in answer if isinstance(answer, list) else [answer]:
        print("" if line is None else line)


def sonic_clear(words):
    """Sets the user's watermarks of queues or priority groups to zero, as watermarkorch does.

    Of queues, those of the type that is named: "all" is a type, of queues of chips that do not tell unicast apart.
    """
    stats = {
        "priority-group watermark shared": "SAI_INGRESS_PRIORITY_GROUP_STAT_SHARED_WATERMARK_BYTES",
        "priority-group watermark headroom": "SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_WATERMARK_BYTES",
        "queue watermark unicast": "SAI_QUEUE_STAT_SHARED_WATERMARK_BYTES",
        "queue watermark all": "SAI_QUEUE_STAT_SHARED_WATERMARK_BYTES",
    }
    if os.environ.get("STAND_IN_ROOT") != "yes":
        sys.exit("Root privileges are required for this operation")
    if " ".join(words) not in stats:
        sys.exit("Usage: sonic-clear [OPTIONS] COMMAND [ARGS]...")
    db = connect("COUNTERS_DB")
    stat = stats[" ".join(words)]
    kind = f"SAI_QUEUE_TYPE_{words[-1].upper()}"
    for key in db.call("KEYS", "USER_WATERMARKS:*"):
        named = words[0] != "queue" or db.call("HGET", "COUNTERS_QUEUE_TYPE_MAP", key.split(":", 1)[1]) == kind
        if named and db.call("HEXISTS", key, stat):
            db.call("HSET", key, stat, "0")


def main():
    name = os.path.basename(sys.argv[0])
    words = sys.argv[1:]
    with open(f"{HOME}/calls", "a") as file:
        file.write(" ".join([name] + words).replace("\n", " ")[:200] + "\n")
    commands = {
        "config": config,
        "sonic-cfggen": sonic_cfggen,
        "sonic-db-cli": sonic_db_cli,
        "sonic-clear": sonic_clear,
    }
    commands[name](words)
