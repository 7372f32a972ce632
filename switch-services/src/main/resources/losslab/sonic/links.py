"""Links of ports: which rows change only while their port is down, and how a link comes up.

Source: sonic-utilities, RequiredValueIdentifier of generic_config_updater/patch_sorter.py.
"""

import os
import time

NEED_PORT_DOWN = {
    "BUFFER_PG",
    "BUFFER_PORT_EGRESS_PROFILE_LIST",
    "BUFFER_PORT_INGRESS_PROFILE_LIST",
    "BUFFER_QUEUE",
    "PORT_QOS_MAP",
    "QUEUE",
}

# Ports at whose other end something is, in APPL_DB.
CABLED = "STAND_IN:cabled"


def is_up(row):
    """Whether a row of PORT says that its port is to be up, which none is by default."""
    return row.get("admin_status", "down") != "down"


def to_take_down(config, rows):
    """Ports that are up and of which such rows change."""
    changing = {key.split("|")[0] for table, key in rows if table in NEED_PORT_DOWN}
    return sorted(port for port, row in config.get("PORT", {}).items() if port in changing and is_up(row))


def say(db, port, status):
    db.call("HSET", f"PORT_TABLE:{port}", "oper_status", status)


def train(connect, ports, seconds):
    """Brings links up after a while, as chips do: what began it does not wait."""
    turn = f"{os.getpid()}-{time.monotonic()}"
    db = connect()
    cabled = [port for port in ports if db.call("SISMEMBER", CABLED, port)]
    for port in cabled:
        db.call("HSET", f"PORT_TABLE:{port}", "stand_in_turn", turn)
    if not cabled or os.fork():
        return
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        time.sleep(seconds)
        own = connect()
        for port in cabled:
            if own.call("HGET", f"PORT_TABLE:{port}", "stand_in_turn") == turn:
                own.call("HDEL", f"PORT_TABLE:{port}", "stand_in_turn")
                say(own, port, "up")
    finally:
        os._exit(0)


def go_down(connect, ports):
    db = connect()
    for port in ports:
        db.call("HDEL", f"PORT_TABLE:{port}", "stand_in_turn")
        if db.call("HEXISTS", f"PORT_TABLE:{port}", "oper_status"):
            say(db, port, "down")
