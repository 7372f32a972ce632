package io.losslab.devices.nic.tool;

import io.losslab.devices.ssh.ShellWords;
import io.losslab.traffic.perftest.RdmaDevice;

/**
 * What is asked of a host about a port of its NIC, as one script for a POSIX shell. Each answer is
 * a line {@code @@ NAME STATUS}, as no command prints one, and then what a command said; a command
 * that failed says why. Counters are read while traffic is measured: a file costs no process.
 */
public final class NicScript {
    /** Mark of a line that begins an answer. */
    public static final String MARK = "@@ ";

    /** Tools of Debian are not on the path of users; what they say must not be translated. */
    public static final String BEGIN =
            """
            PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
            LC_ALL=C
            export PATH LC_ALL
            root=
            [ "$(id -u)" -eq 0 ] || root='sudo -n'
            """;

    private static final String ASK =
            """
            ask() {
              name=$1
              shift
              said=$("$@" 2>&1)
              status=$?
              echo "@@ $name $status"
              printf '%s\\n' "$said"
              return $status
            }
            first() {
              line=
              IFS= read -r line 2>/dev/null <"$1"
            }
            list() {
              for file in "$@"; do
                [ -f "$file" ] || continue
                first "$file"
                printf '%s %s\\n' "$file" "$line"
              done
            }
            """;

    /**
     * The interface of an RDMA device's port: the one of the GID, or the one below it if that is a
     * VLAN's.
     */
    private static final String FIND_INTERFACE =
            """
if=
gid=%1$s/ports/%2$d/gid_attrs/ndevs/%3$d
if [ -r "$gid" ]; then first "$gid"; if=$line; fi
if [ -n "$if" ] && ! [ -e "/sys/class/net/$if/device" ]; then
  for lower in /sys/class/net/"$if"/lower_*; do
    [ -e "$lower" ] && if=${lower##*/lower_}
  done
fi
if [ -z "$if" ]; then
  for net in %1$s/device/net/*; do
    [ -e "$net" ] && [ "$(cat "$net/dev_port" 2>/dev/null || echo 0)" = %4$d ] && if=${net##*/}
  done
fi
ask rdma test -d %1$s/ports/%2$d
""";

    private static final String SETTINGS =
            """
net=/sys/class/net/$if
params() {
  [ -d "$1" ] || return 1
  cd "$1" || return 1
  list * */* */*/*
  cd /
}
debug() {
  at=$(readlink -f "$net/device")
  at=/sys/kernel/debug/mlx5/${at##*/}/cc_params
  $root test -d "$at" || return 1
  $root sh -c 'cd "$1" && for f in *; do v=; read -r v <"$f"; printf "%s %s\\n" "$f" "$v"; done' sh "$at"
}
echo '@@ interface 0'
echo "$if"
ask root $root true
if [ -n "$if" ] && [ -d "$net" ]; then
  ask mtu cat "$net/mtu"
  ask carrier cat "$net/carrier"
  ask pause ethtool -a "$if"
  ask flags ethtool --show-priv-flags "$if"
  other=
  for object in dcbx app pfc ets buffer; do
    ask $object dcb -j $object show dev "$if" || other=1
  done
  if [ -e "$net/qos/trust" ]; then
    other=1
    ask trust cat "$net/qos/trust"
    ask dscp2prio cat "$net/qos/dscp2prio"
  fi
  ask tool command -v mlnx_qos
  if [ -n "$other" ]; then ask mlnx $root mlnx_qos -a -i "$if"; fi
  ask ecn params "$net/ecn"
  ask debug debug
fi
""";

    /**
     * The kernel keeps the type of service of new connections in a folder of configfs that is there
     * only while someone has made it.
     */
    private static final String TOS =
            """
            tos() {
              at=/sys/kernel/config/rdma_cm
              [ -d $at ] || return 1
              made=
              if ! [ -d $at/%1$s ]; then $root mkdir $at/%1$s || return 1; made=1; fi
              cat $at/%1$s/ports/%2$d/default_roce_tos
              kept=$?
              [ -z "$made" ] || $root rmdir $at/%1$s
              return $kept
            }
            ask tos tos
            """;

    private static final String SET_TOS =
            """
            (
              at=/sys/kernel/config/rdma_cm
              made=
              if ! [ -d $at/%1$s ]; then $root mkdir $at/%1$s || exit 1; made=1; fi
              echo %3$d | $root tee $at/%1$s/ports/%2$d/default_roce_tos >/dev/null
              kept=$?
              [ -z "$made" ] || $root rmdir $at/%1$s
              exit $kept
            )\
            """;

    private static final String COUNTERS =
            """
counters() {
  for folder in counters hw_counters; do
    if cd %1$s/ports/%2$d/$folder 2>/dev/null; then list *; fi
  done
}
ask counters counters
""";

    private NicScript() {}

    /** Asks for all settings. */
    public static String settings(NicPort nic) {
        return BEGIN + ASK + find(nic) + SETTINGS + nic.rdma().map(NicScript::tos).orElse("");
    }

    /** Asks for the versions of driver and firmware. */
    public static String versions(NicPort nic) {
        return BEGIN + ASK + find(nic) + "ask driver ethtool -i \"$if\"\n";
    }

    /** Asks for all counters. */
    public static String counters(NicPort nic) {
        return BEGIN
                + ASK
                + find(nic)
                + "ask statistics ethtool -S \"$if\"\n"
                + nic.rdma().map(rdma -> COUNTERS.formatted(folder(rdma), rdma.port())).orElse("");
    }

    /** Sets the type of service of new connections. */
    public static String setTos(RdmaDevice rdma, int tos) {
        return SET_TOS.formatted(ShellWords.quoted(rdma.name()), rdma.port(), tos);
    }

    private static String find(NicPort nic) {
        return nic.rdma()
                .map(
                        rdma ->
                                FIND_INTERFACE.formatted(
                                        folder(rdma),
                                        rdma.port(),
                                        rdma.gidIndex(),
                                        rdma.port() - 1))
                .orElseGet(() -> "if=" + ShellWords.quoted(nic.name()) + "\n");
    }

    private static String tos(RdmaDevice rdma) {
        return TOS.formatted(ShellWords.quoted(rdma.name()), rdma.port());
    }

    private static String folder(RdmaDevice rdma) {
        return ShellWords.quoted("/sys/class/infiniband/" + rdma.name());
    }
}
