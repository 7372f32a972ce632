"""Asks yanglint whether SONiC's real models, in a folder that is not part of the project, take a configuration.

A table T is the container /sonic-x:sonic-x/T; a row of key A|B is an entry of its list T_LIST, keys in the list's order. Maps
of values have an inner list named as the table.
"""

import json
import os
import subprocess
import tempfile

# Module, keys of the list, keys and value of the inner list.
TABLES = {
    "PORT": ("sonic-port", ["name"], None),
    "PORT_QOS_MAP": ("sonic-port-qos-map", ["ifname"], None),
    "DSCP_TO_TC_MAP": ("sonic-dscp-tc-map", ["name"], ("dscp", "tc")),
    "TC_TO_PRIORITY_GROUP_MAP": ("sonic-tc-priority-group-map", ["name"], ("tc", "pg")),
    "TC_TO_QUEUE_MAP": ("sonic-tc-queue-map", ["name"], ("tc", "qindex")),
    "MAP_PFC_PRIORITY_TO_QUEUE": ("sonic-pfc-priority-queue-map", ["name"], ("pfc_priority", "qindex")),
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": (
        "sonic-pfc-priority-priority-group-map",
        ["name"],
        ("pfc_priority", "pg"),
    ),
    "BUFFER_POOL": ("sonic-buffer-pool", ["name"], None),
    "BUFFER_PROFILE": ("sonic-buffer-profile", ["name"], None),
    "BUFFER_PG": ("sonic-buffer-pg", ["port", "pg_num"], None),
    "BUFFER_QUEUE": ("sonic-buffer-queue", ["port", "qindex"], None),
    "WRED_PROFILE": ("sonic-wred-profile", ["name"], None),
    "QUEUE": ("sonic-queue", ["ifname", "qindex"], None),
    "SCHEDULER": ("sonic-scheduler", ["name"], None),
    "CABLE_LENGTH": ("sonic-cable-length", ["name"], ("port", "length")),
    "PFC_WD": ("sonic-pfcwd", ["ifname"], None),
}

# Leaves of at most 32 bits are numbers in JSON, longer ones are text (RFC 7951, 6.1).
NUMBERS = {"speed", "mtu", "index", "tc", "dynamic_th", "detection_time", "restoration_time", "POLL_INTERVAL", "weight"}


def leaf(name, value):
    if name in NUMBERS and value.lstrip("-").isdigit():
        return int(value)
    if name.startswith("wred_") and name.endswith("_enable") and value in ("true", "false"):
        return value == "true"
    return value


def instance(config):
    data = {}
    for table, rows in config.items():
        if table == "FLEX_COUNTER_TABLE":
            continue
        if table == "DEVICE_METADATA":
            data["sonic-device_metadata:sonic-device_metadata"] = {table: rows}
            continue
        module, keys, inner = TABLES[table]
        entries = []
        for key, row in rows.items():
            entry = dict(zip(keys, key.split("|")))
            if inner:
                entry[table] = [{inner[0]: leaf(inner[0], k), inner[1]: leaf(inner[1], v)} for k, v in row.items()]
            else:
                entry.update({name: leaf(name, value) for name, value in row.items()})
            entries.append(entry)
        data.setdefault(f"{module}:{module}", {})[table] = {f"{table}_LIST": entries}
    return data


def problem(config, models):
    """What yanglint says against a configuration; empty: nothing."""
    modules = {"sonic-device_metadata"} | {entry[0] for entry in TABLES.values()}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(instance(config), file)
        file.flush()
        files = [os.path.join(models, f"{module}.yang") for module in sorted(modules)]
        result = subprocess.run(
            ["yanglint", "-ii", "-t", "config", "-p", models, *files, file.name],
            capture_output=True,
            text=True,
        )
    return "" if result.returncode == 0 else result.stderr or "refused"
