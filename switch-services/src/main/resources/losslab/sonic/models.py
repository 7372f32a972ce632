"""What SONiC's YANG models and generic_config_updater refuse, as facts, for the tables that losslab reads or sets.

Sources: sonic-net/sonic-buildimage, src/sonic-yang-models (2026-08); sonic-net/sonic-utilities,
generic_config_updater (field_operation_validators and their table of platforms).
"""

import re


class Refused(Exception):
    """A configuration or a patch that SONiC does not take."""


def pattern(regex):
    return lambda value, config, row: re.fullmatch(regex, value) is not None


def whole(least, most):
    def check(value, config, row):
        return re.fullmatch(r"-?\d+", value) is not None and least <= int(value) <= most

    return check


def word(*choices):
    return lambda value, config, row: value in choices


def row_of(table, *others):
    return lambda value, config, row: value in others or value in config.get(table, {})


UINT64 = whole(0, 2**64 - 1)
TEXT = pattern(r".*")
NAME = pattern(r"[a-zA-Z0-9][-a-zA-Z0-9_]{0,31}")
PRIORITIES = pattern(r"([0-7](,[0-7])*)?")
DIGIT7 = pattern(r"[0-7]?")
CLASS = whole(0, 15)
TRUTH = word("true", "false")
PORT = row_of("PORT")


def at_least(other):
    """A threshold that must not be below another one of its row."""

    def check(value, config, row):
        return UINT64(value, config, row) and other in row and int(value) >= int(row[other])

    return check


def wred_fields():
    fields = {
        "ecn": word(
            "ecn_none",
            "ecn_green",
            "ecn_yellow",
            "ecn_red",
            "ecn_green_yellow",
            "ecn_green_red",
            "ecn_yellow_red",
            "ecn_all",
        )
    }
    for colour in ("green", "yellow", "red"):
        fields[f"{colour}_min_threshold"] = UINT64
        fields[f"{colour}_max_threshold"] = at_least(f"{colour}_min_threshold")
        fields[f"{colour}_drop_probability"] = whole(0, 100)
        fields[f"wred_{colour}_enable"] = TRUTH
    return fields


class Table:
    """keys: a check for each part of the key; fields by name, or one check for names and one for values."""

    def __init__(self, keys, fields, mandatory=(), entries=None):
        self.keys = keys
        self.fields = fields
        self.mandatory = mandatory
        self.entries = entries


TABLES = {
    "PORT": Table(
        [TEXT],
        {
            "alias": TEXT,
            "lanes": pattern(r".{1,128}"),
            "speed": whole(1, 1600000),
            "admin_status": word("up", "down"),
            "mtu": whole(68, 9216),
            "index": whole(0, 65535),
            "fec": word("rs", "fc", "none", "auto"),
        },
        ["lanes", "speed"],
    ),
    "PORT_QOS_MAP": Table(
        [row_of("PORT", "global")],
        {
            "tc_to_pg_map": row_of("TC_TO_PRIORITY_GROUP_MAP"),
            "tc_to_queue_map": row_of("TC_TO_QUEUE_MAP"),
            "pfc_enable": PRIORITIES,
            "pfcwd_sw_enable": PRIORITIES,
            "pfc_to_queue_map": row_of("MAP_PFC_PRIORITY_TO_QUEUE"),
            "pfc_to_pg_map": row_of("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"),
            "dscp_to_tc_map": row_of("DSCP_TO_TC_MAP"),
            "dot1p_to_tc_map": row_of("DOT1P_TO_TC_MAP"),
            "scheduler": row_of("SCHEDULER"),
        },
    ),
    "CABLE_LENGTH": Table([NAME], None, entries=(PORT, pattern(r"[0-9]+m|None"))),
    "DSCP_TO_TC_MAP": Table([NAME], None, entries=(pattern(r"6[0-3]|[1-5][0-9]?|[0-9]?"), CLASS)),
    "TC_TO_PRIORITY_GROUP_MAP": Table([NAME], None, entries=(CLASS, DIGIT7)),
    "TC_TO_QUEUE_MAP": Table([NAME], None, entries=(CLASS, pattern(r"[0-9]?"))),
    "MAP_PFC_PRIORITY_TO_QUEUE": Table([NAME], None, entries=(DIGIT7, DIGIT7)),
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": Table([NAME], None, entries=(DIGIT7, DIGIT7)),
    "BUFFER_POOL": Table(
        [TEXT],
        {
            "type": word("ingress", "egress", "both"),
            "mode": word("static", "dynamic"),
            "size": UINT64,
            "xoff": UINT64,
        },
        ["type", "mode"],
    ),
    "BUFFER_PROFILE": Table(
        [TEXT],
        {
            "static_th": UINT64,
            "dynamic_th": whole(-8, 7),
            "size": UINT64,
            "pool": row_of("BUFFER_POOL"),
            "xon_offset": UINT64,
            "xon": UINT64,
            "xoff": UINT64,
            "headroom_type": word("static", "dynamic"),
            "packet_discard_action": word("drop", "trim"),
        },
        ["size", "pool"],
    ),
    "BUFFER_PG": Table([PORT, pattern(r"[0-7]((-)[0-7])?")], {"profile": row_of("BUFFER_PROFILE", "NULL")}),
    "BUFFER_QUEUE": Table(
        [PORT, pattern(r"(1[0-5]|[0-9])((-)(1[0-5]|[0-9]))?")], {"profile": row_of("BUFFER_PROFILE")}
    ),
    "WRED_PROFILE": Table([NAME], wred_fields()),
    "QUEUE": Table(
        [row_of("PORT", "CPU"), TEXT],
        {"scheduler": row_of("SCHEDULER"), "wred_profile": row_of("WRED_PROFILE")},
    ),
    "PFC_WD": Table(
        [row_of("PORT", "GLOBAL")],
        {
            "action": word("drop", "forward", "alert"),
            "detection_time": whole(100, 5000),
            "restoration_time": whole(100, 60000),
            "pfc_stat_history": word("enable", "disable"),
            "POLL_INTERVAL": whole(100, 1000),
        },
    ),
}

# Tables that have models, but that losslab neither reads nor sets.
UNCHECKED = {"DEVICE_METADATA", "SCHEDULER", "LOOPBACK_INTERFACE", "FLEX_COUNTER_TABLE"}


def validate(config):
    """Checks a whole configuration, as config_db.json has it."""
    for table, rows in config.items():
        if table in UNCHECKED:
            continue
        if table not in TABLES:
            raise Refused(f"table {table} has no YANG model")
        for key, row in rows.items():
            validate_row(config, table, key, row)


def validate_row(config, table, key, row):
    model = TABLES[table]
    parts = key.split("|")
    if len(parts) != len(model.keys):
        raise Refused(f"Data Loading Failed: key {table}|{key} has {len(parts)} parts")
    for part, check in zip(parts, model.keys):
        if not check(part, config, row):
            raise Refused(f"Data Loading Failed: invalid key {table}|{key}")
    for name, value in row.items():
        if not isinstance(value, str):
            raise Refused(f"Data Loading Failed: {table}|{key} {name} is not text")
        if model.entries:
            fine = model.entries[0](name, config, row) and model.entries[1](value, config, row)
        elif name not in model.fields:
            raise Refused(f'Data Loading Failed: unknown leaf "{name}" in {table}|{key}')
        else:
            fine = model.fields[name](value, config, row)
        if not fine:
            raise Refused(f'Data Loading Failed: invalid value "{value}" of {name} in {table}|{key}')
    for name in model.mandatory:
        if name not in row:
            raise Refused(f'Data Loading Failed: mandatory leaf "{name}" missing in {table}|{key}')
    if table == "PFC_WD":
        interval = config["PFC_WD"].get("GLOBAL", {}).get("POLL_INTERVAL")
        for name in ("detection_time", "restoration_time"):
            if interval and name in row and int(row[name]) < int(interval):
                raise Refused(f"Data Loading Failed: {name} must be greater than or equal to POLL_INTERVAL")
            if key == "GLOBAL" and name in row:
                raise Refused(f"Data Loading Failed: {name} in PFC_WD|GLOBAL")


# Source: gcu_field_operation_validators.conf.json; switches whose chip is not in it are refused all of these.
CHIPS = {"Arista-7060CX-32S-C32": "th", "ACS-MSN4700": "spc3"}
FIELDS_OF_PROFILES = {
    "dynamic_th": {"th": "20181100", "spc3": "20220500"},
    "xoff": {"th": "20221100", "spc3": "20220500"},
}


def require_permitted(old, new, version):
    """Refuses changes that generic_config_updater does not make, whatever the models say."""
    hwsku = old["DEVICE_METADATA"]["localhost"].get("hwsku", "")
    chip = CHIPS.get(hwsku)
    removed = [row for rows in old_rows(old, new) for row in rows]
    for table in ("BUFFER_POOL", "BUFFER_PROFILE", "PFC_WD", "PORT"):
        for op, path, value in operations(table, old, new):
            if op == "add" and value in removed and isinstance(value, dict) and value:
                op = "move"
            if not permitted(table, op, path, chip, version):
                raise Refused(
                    f"Modification of {table} table is illegal- validating function"
                    f" rdma_config_update_validator returned False ({op} {'/'.join(path)})"
                )


def old_rows(old, new):
    """Rows that are gone: the difference of two documents calls a row that comes back elsewhere a move."""
    for table, rows in old.items():
        yield [row for key, row in rows.items() if key not in new.get(table, {})]


def operations(table, old, new):
    """The difference of a table as jsonpatch makes it: tables and rows whole, or fields."""
    before, after = old.get(table), new.get(table)
    if before is None or after is None:
        if before is not None:
            yield "remove", [table], None
        elif after is not None:
            yield "add", [table], after
        return
    for key in before.keys() - after.keys():
        yield "remove", [table, key], None
    for key in after.keys() - before.keys():
        yield "add", [table, key], after[key]
    for key in before.keys() & after.keys():
        for name in before[key].keys() - after[key].keys():
            yield "remove", [table, key, name], None
        for name in after[key].keys() - before[key].keys():
            yield "add", [table, key, name], after[key][name]
        for name in before[key].keys() & after[key].keys():
            if before[key][name] != after[key][name]:
                yield "replace", [table, key, name], after[key][name]


def permitted(table, op, path, chip, version):
    if table == "PORT":
        # Of the others, speed and fec depend on STATE_DB.
        return path[-1] == "admin_status"
    if table == "BUFFER_POOL":
        return False
    if op == "move":
        return False
    if table == "PFC_WD":
        # What the rows of a whole table are called is taken for fields.
        if op == "add" and len(path) == 1:
            return False
        if path[1:] in (["GLOBAL"], ["GLOBAL", "POLL_INTERVAL"]) and op == "remove":
            return False
        return chip is not None
    if len(path) == 2:
        return True
    since = FIELDS_OF_PROFILES.get(path[-1], {}).get(chip) if len(path) == 3 else None
    return op == "replace" and since is not None and version >= since
