"""dcb, mlnx_qos, ethtool and ip for one NIC whose driver is as mlx5's: what they print, take and refuse.

The NIC is $HOME/nic.json; the name of the program chooses the tool. Sources of the behaviour: iproute2 (dcb/*.c),
mlnx-tools (mlnx_qos, dcbnetlink.py), Linux (mlx5 en_dcbnl.c), ethtool's messages. Every change is a line of $HOME/calls.

Tests start it hundreds of times: Python's json takes two thirds as long to load as all of Python.
"""
import fcntl
import os
import sys

HOME = os.environ["HOME"]
TOOL = os.path.basename(sys.argv[0])
ARGS = sys.argv[1:]
EINVAL, ENOENT, EOPNOTSUPP = "Invalid argument", "No such file or directory", "Operation not supported"


def parsed(text):
    """The value of a JSON text of ours."""
    return eval(text, {"true": True, "false": False, "null": None})


def json(value):
    """The JSON of a value; none of its texts has a character that would be escaped."""
    if isinstance(value, dict):
        return "{" + ",".join('"%s":%s' % (key, json(each)) for key, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(json(each) for each in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return '"%s"' % value if isinstance(value, str) else str(value)


class Refused(Exception):
    pass


def refuse(text):
    raise Refused(text)


def called():
    """A change, which only root may make."""
    if os.geteuid() != 0:
        refuse("Operation not permitted")
    with open(os.path.join(HOME, "calls"), "a") as calls:
        calls.write(TOOL + " " + " ".join(ARGS) + "\n")


def device(nic, name, text="Attribute read: No such device"):
    if name != nic["name"]:
        refuse(text)


# The driver.


def set_pfc(nic, bits):
    nic["pfc"] = bits
    if nic.get("softwareBuffers"):
        # Lossless priorities get buffer 1, with a size of the driver's.
        nic["prio_buffer"] = [1 if on else 0 for on in bits]
        total = sum(nic["buffer_size"])
        nic["buffer_size"] = [total - 156096, 156096, 0, 0, 0, 0, 0, 0] if any(bits) else [total] + [0] * 7


def set_buffer(nic, prio_buffer, sizes):
    if sum(sizes) > nic["total_size"]:
        refuse("Attribute write: " + EINVAL)
    for prio, on in enumerate(nic["pfc"]):
        if on and sizes[prio_buffer[prio]] == 0:
            refuse("Attribute write: " + EINVAL)
    nic["prio_buffer"], nic["buffer_size"] = prio_buffer, sizes


def get_ets(nic):
    ets = dict(nic["ets"])
    # What is not ETS may use all of the link.
    ets["tc_bw"] = [bw if tsa == "ets" else 100 for bw, tsa in zip(ets["tc_bw"], ets["tc_tsa"])]
    return ets


def set_ets(nic, ets):
    shares = [bw for bw, tsa in zip(ets["tc_bw"], ets["tc_tsa"]) if tsa == "ets"]
    if "cbs" in ets["tc_tsa"] or shares and sum(shares) != 100:
        refuse("Attribute write: " + EINVAL)
    nic["ets"] = ets


def add_app(nic, dscp, prio):
    nic["dscp"] = [pair for pair in nic["dscp"] if pair[0] != dscp] + [[dscp, prio]]


def del_app(nic, dscp, prio):
    if [dscp, prio] not in nic["dscp"]:
        refuse("Attribute write: " + ENOENT)
    nic["dscp"].remove([dscp, prio])


# dcb of iproute2.


def mappings(words, most_key, value):
    """The pairs of KEY:VALUE words."""
    found = []
    for word in words:
        key, _, text = word.partition(":")
        keys = range(most_key + 1) if key == "all" else [number(key, most_key)]
        found += [(each, value(text)) for each in keys]
    if not found:
        refuse("Invalid mapping " + (words[0] if words else ""))
    return found


def number(text, most):
    if not text.isdigit() or int(text) > most:
        refuse("expected to be 0..%d: %s" % (most, text))
    return int(text)


def one_of(*words):
    def parse(text):
        if text not in words:
            refuse("Must be one of " + ", ".join(words))
        return text

    return parse


def parameters(words, names):
    """{NAME: [(KEY, VALUE)]} of a command's rest."""
    result = {}
    while words:
        name = words.pop(0)
        if name not in names:
            refuse('What is "%s"?' % name)
        most_key, value = names[name]
        taken = []
        while words and ":" in words[0]:
            taken.append(words.pop(0))
        result[name] = mappings(taken, most_key, value)
    return result


def put(values, pairs):
    changed = list(values)
    for key, value in pairs:
        changed[key] = value
    return changed


def dcb(nic):
    words = list(ARGS)
    json_output = words[:1] == ["-j"]
    if json_output:
        words.pop(0)
    if len(words) < 4 or words[2] != "dev":
        refuse("Usage: dcb")
    obj, verb, name, rest = words[0], words[1], words[3], words[4:]
    if obj not in ("app", "buffer", "dcbx", "ets", "pfc"):
        refuse('Object "%s" is unknown' % obj)
    device(nic, name)
    if obj in nic.get("unsupported", []):
        refuse("Attribute read: " + EOPNOTSUPP)
    if verb == "show":
        if not json_output or rest:
            refuse("only JSON of all is read")
        print(json(shown(nic, obj)))
        return
    called()
    prio = lambda text: number(text, 7)
    if (obj, verb) == ("pfc", "set"):
        found = parameters(rest, {"prio-pfc": (7, one_of("on", "off"))})
        set_pfc(nic, put(nic["pfc"], [(key, value == "on") for key, value in found["prio-pfc"]]))
    elif (obj, verb) == ("ets", "set"):
        found = parameters(
            rest,
            {
                "prio-tc": (7, prio),
                "tc-tsa": (7, one_of("strict", "cbs", "ets", "vendor")),
                "tc-bw": (7, lambda text: number(text, 100)),
            },
        )
        ets = get_ets(nic)
        for key in ("prio-tc", "tc-tsa", "tc-bw"):
            ets[key.replace("-", "_")] = put(ets[key.replace("-", "_")], found.get(key, []))
        total, has_ets = sum(ets["tc_bw"]), "ets" in ets["tc_tsa"]
        if total != 100 and (has_ets or total != 0):
            refuse("Bandwidth percentages in tc-bw sum to %d%%, expected %d%%" % (total, 100 if has_ets else 0))
        set_ets(nic, ets)
    elif (obj, verb) == ("buffer", "set"):
        found = parameters(rest, {"prio-buffer": (7, prio), "buffer-size": (7, lambda text: number(text, 2**32 - 1))})
        set_buffer(
            nic,
            put(nic["prio_buffer"], found.get("prio-buffer", [])),
            put(nic["buffer_size"], found.get("buffer-size", [])),
        )
    elif obj == "app" and verb in ("add", "del"):
        for dscp, to in parameters(rest, {"dscp-prio": (63, prio)})["dscp-prio"]:
            (add_app if verb == "add" else del_app)(nic, dscp, to)
    else:
        refuse('What is "%s"?' % verb)


def shown(nic, obj):
    if obj == "pfc":
        return {"pfc_cap": 8, "macsec_bypass": False, "delay": 7, "prio_pfc": nic["pfc"]}
    if obj == "ets":
        ets = {"willing": False, "ets_cap": 8, "cbs": False, "pg_bw": [0] * 8, "reco_tc_bw": [0] * 8}
        ets.update(get_ets(nic))
        return ets
    if obj == "buffer":
        return {key: nic[key] for key in ("prio_buffer", "buffer_size", "total_size")}
    if obj == "dcbx":
        return {flag: True for flag in nic["dcbx"]}
    # Versions after 6.2 print a blank after each pair, and it gets into the JSON.
    return {"dscp_prio": [pair + [" "] for pair in sorted(nic["dscp"])]} if nic["dscp"] else {}


# mlnx_qos of mlnx-tools, without the files of MLNX_OFED.


def mlnx_list(text, what, most):
    items = text.split(",")
    if len(items) != 8:
        refuse("%s list must have 8 items" % what)
    for item in items:
        if not item.isdigit() or int(item) > most:
            refuse("Bad value for %s: %s is not in the range 0..%d" % (what, item, most))
    return [int(item) for item in items]


def mlnx_qos(nic):
    options = {"dscp2prio": []}
    words = list(ARGS)
    while words:
        word = words.pop(0)
        if word == "-i":
            options["i"] = words.pop(0)
        elif word == "-a":
            options["a"] = True
        elif word.startswith("--") and "=" in word:
            name, value = word[2:].split("=", 1)
            if name == "dscp2prio":
                options[name].append(value)
            elif name in ("pfc", "prio_tc", "tsa", "tcbw", "trust", "prio2buffer", "buffer_size", "dcbx"):
                options[name] = value
            else:
                refuse("no such option: --" + name)
        else:
            refuse("Bad arguments")
    if "i" not in options:
        refuse("Interface name is required")
    device(nic, options["i"], "Netlink error: No such device")
    if "mlnx" in nic.get("unsupported", []):
        refuse("ETS features are not supported on your system")
    if len(options) > 2 + options.get("a", False) or options["dscp2prio"]:
        called()
    if "dcbx" in options:
        if options["dcbx"] == "os":
            nic["dcbx"] = sorted(set(nic["dcbx"]) | {"host"})
        elif options["dcbx"] == "fw":
            nic["dcbx"] = sorted(set(nic["dcbx"]) - {"host"})
        else:
            refuse("Invalid dcbx mode command. Refer to the help.")
    if "pfc" in options:
        set_pfc(nic, [bool(bit) for bit in mlnx_list(options["pfc"], "pfc", 1)])
    if options["dscp2prio"] and "trust" in options:
        refuse("trust and dscp2prio commands cannot be used at the same time.")
    for text in options["dscp2prio"]:
        action, dscp, prio = text.split(",")
        if action not in ("set", "del") or int(dscp) > 63 or int(prio) > 7:
            refuse("")
        (add_app if action == "set" else del_app)(nic, int(dscp), int(prio))
    if "prio2buffer" in options or "buffer_size" in options:
        set_buffer(
            nic,
            mlnx_list(options["prio2buffer"], "prio buffer", 7) if "prio2buffer" in options else nic["prio_buffer"],
            mlnx_list(options["buffer_size"], "buffer", 2**32) if "buffer_size" in options else nic["buffer_size"],
        )
    if "tsa" in options or "tcbw" in options or "prio_tc" in options:
        ets = get_ets(nic)
        if "tsa" in options:
            ets["tc_tsa"] = options["tsa"].split(",")
            if len(ets["tc_tsa"]) != 8 or set(ets["tc_tsa"]) - {"strict", "ets", "vendor"}:
                refuse("Bad TSA value")
        if "tcbw" in options:
            ets["tc_bw"] = mlnx_list(options["tcbw"], "ETS BW", 100)
            if any(bw for bw, tsa in zip(ets["tc_bw"], ets["tc_tsa"]) if tsa != "ets"):
                refuse("ETS BW for a strict/vendor TC must be 0")
        if "prio_tc" in options:
            ets["prio_tc"] = mlnx_list(options["prio_tc"], "UP => TC mapping", 7)
        set_ets(nic, ets)
    mlnx_print(nic)


def mlnx_print(nic):
    print("DCBX mode: %s controlled" % ("OS" if "host" in nic["dcbx"] else "Firmware"))
    print("Priority trust state: " + ("dscp" if nic["dscp"] else "pcp"))
    if nic["dscp"]:
        print("dscp2prio mapping:")
        for prio in range(8):
            text = "".join("%02d," % dscp for dscp, to in sorted(nic["dscp"]) if to == prio)
            while text:
                print("\tprio:%d dscp:%s" % (prio, text[:24]))
                text = text[24:]
    sizes = "".join("%d," % size for size in nic["buffer_size"])
    print("Receive buffer size (bytes): %smax_buffer_size=%d" % (sizes, nic["total_size"]))
    print("Cable len: 7\nPFC configuration:\n\tpriority    0   1   2   3   4   5   6   7")
    print("\tenabled     " + "".join("%d   " % bit for bit in nic["pfc"]))
    print("\tbuffer      " + "".join("%d   " % buffer for buffer in nic["prio_buffer"]))
    ets = get_ets(nic)
    for tc in range(8):
        tsa = ets["tc_tsa"][tc]
        print("tc: %d ratelimit: unlimited, tsa: %s" % (tc, "ets, bw: %d%%" % ets["tc_bw"][tc] if tsa == "ets" else tsa))
        for prio in range(8):
            if ets["prio_tc"][prio] == tc:
                print("\t priority:  %d" % prio)


# ethtool and ip.


def ethtool(nic):
    verb, name = ARGS[0], ARGS[1]
    device(nic, name, "netlink error: No such device")
    if verb == "-a":
        if "pause" in nic.get("unsupported", []):
            refuse("netlink error: " + EOPNOTSUPP)
        print("Pause parameters for %s:" % name)
        print("Autonegotiate:\toff\nRX:\t\t%s\nTX:\t\t%s\n" % (nic["pause"]["rx"], nic["pause"]["tx"]))
    elif verb == "-A":
        called()
        for key, value in zip(ARGS[2::2], ARGS[3::2]):
            if key not in ("rx", "tx") or value not in ("on", "off"):
                refuse("ethtool: bad command line argument(s)")
            # mlx5 has either PFC or link pause.
            if value == "on" and any(nic["pfc"]):
                refuse("netlink error: " + EINVAL)
            nic["pause"][key] = value
    elif verb == "-i":
        print("driver: mlx5_core\nversion: 6.1.0-18-amd64\nfirmware-version: 22.36.1010 (MT_0000000359)")
        print("expansion-rom-version: \nbus-info: 0000:3b:00.0\nsupports-statistics: yes")
    elif verb == "--show-priv-flags":
        print("Private flags for %s:" % name)
        for flag, value in nic["flags"].items():
            print("%-18s: %s" % (flag, value))
    elif verb == "--set-priv-flags":
        called()
        for key, value in zip(ARGS[2::2], ARGS[3::2]):
            if key not in nic["flags"] or value not in ("on", "off"):
                refuse("ethtool: bad command line argument(s)")
            nic["flags"][key] = value
    elif verb == "-S":
        print("NIC statistics:")
        with open(os.path.join(HOME, "statistics")) as statistics:
            for line in statistics:
                print("     " + line, end="")
    else:
        refuse("ethtool: bad command line argument(s)")


def ip(nic):
    if ARGS[:3] != ["link", "set", "dev"] or ARGS[4] != "mtu":
        refuse("Error: either \"dev\" is duplicate, or \"mtu\" is a garbage.")
    device(nic, ARGS[3], 'Cannot find device "%s"' % ARGS[3])
    if not 68 <= int(ARGS[5]) <= 9978:
        refuse("Error: mtu greater than device maximum.")
    called()
    with open("/sys/class/net/%s/mtu" % nic["name"], "w") as mtu:
        mtu.write(ARGS[5] + "\n")


def main():
    root = os.geteuid() == 0
    with open(os.path.join(HOME, "nic.json"), "r+" if root else "r") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        nic = parsed(file.read())
        try:
            {"dcb": dcb, "mlnx_qos": mlnx_qos, "ethtool": ethtool, "ip": ip}[TOOL](nic)
        except Refused as refusal:
            print(refusal, file=sys.stderr)
            sys.exit(1)
        if root:
            file.seek(0)
            file.truncate()
            file.write(json(nic))
