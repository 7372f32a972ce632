"""The databases of the switch, and CONFIG_DB's rows as config_db.json has them."""

import os

from redis import Redis

HOME = os.environ["HOME"]
DATABASES = {"APPL_DB": 0, "COUNTERS_DB": 2, "CONFIG_DB": 4, "STATE_DB": 6}


def connect(name):
    return Redis(f"{HOME}/redis.sock", DATABASES[name])


def version():
    with open(f"{HOME}/sonic_version") as file:
        return file.read().strip()


def read_config():
    """CONFIG_DB as config_db.json has it."""
    db = connect("CONFIG_DB")
    keys = sorted(key for key in db.call("KEYS", "*") if "|" in key)
    config = {}
    for key, row in zip(keys, db.calls([("HGETALL", key) for key in keys]) if keys else []):
        table, name = key.split("|", 1)
        fields = dict(zip(row[::2], row[1::2]))
        fields.pop("NULL", None)
        config.setdefault(table, {})[name] = {
            field.rstrip("@"): value.split(",") if field.endswith("@") else value
            for field, value in fields.items()
        }
    return config


def write_rows(rows):
    """Writes rows by table and key; None deletes one."""
    commands = []
    for (table, key), row in rows.items():
        name = f"{table}|{key}"
        commands.append(("DEL", name))
        if row is not None:
            words = []
            for field, value in (row or {"NULL": "NULL"}).items():
                listed = isinstance(value, list)
                words += [field + "@" if listed else field, ",".join(value) if listed else value]
            commands.append(("HSET", name, *words))
    if commands:
        connect("CONFIG_DB").calls(commands)


def changed_rows(old, new):
    rows = {}
    for table in old.keys() | new.keys():
        before, after = old.get(table, {}), new.get(table, {})
        for key in before.keys() | after.keys():
            if before.get(key) != after.get(key):
                rows[table, key] = after.get(key)
    return rows
