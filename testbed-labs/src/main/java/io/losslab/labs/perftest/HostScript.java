package io.losslab.labs.perftest;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.ShellWords;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A script of the POSIX shell that runs several tools on a host at a time, in a private directory
 * that is removed at the end. Where the connection is lost, or one tool fails before it is
 * connected to its other side, it ends the tools.
 */
final class HostScript {
    /** What a script with a time that has passed, or is too far off, exits with. */
    static final int NOT_IN_TIME = 75;

    /** Linux takes 128 KiB as one argument; quoting makes more of it. */
    private static final int MOST_CHARACTERS = 120_000;

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,-]+");

    /** Name of a report file in a tool's own directory. */
    static final String REPORT = "report.json";

    /**
     * A tool's time is when it began to send: both sides are connected when it prints the heading
     * of its table, and it sends at once.
     */
    private static final String FUNCTIONS =
            """
umask 077
dir=$(mktemp -d) || exit 70
cd "$dir" || exit 70
exec 3<&0
sessions=
failed=
trap 'kill $watch $sessions 2>/dev/null; wait $sessions 2>/dev/null; cd /; rm -rf "$dir"' EXIT
trap 'exit 143' HUP INT PIPE TERM
trap 'failed=yes' USR1
(read -r end <&3; kill -TERM $$) >/dev/null 2>&1 &
watch=$!
copy() {
  while IFS= read -r line; do
    printf '%s\\n' "$line"
    case $line in
      *'#bytes'*) date +%s%N >started; break ;;
    esac
  done
  cat
}
await() {
  left=$(($1 - $(date +%s%N)))
  if [ $left -lt 0 ]; then
    echo "its start time had passed $((-left / 1000000)) ms before" >errors
    return 1
  fi
  if [ $left -gt $2 ]; then
    echo "its start time is $((left / 1000000)) ms off by the clock there" >errors
    return 1
  fi
  sleep "$(printf '%d.%09d' $((left / 1000000000)) $((left % 1000000000)))" &
  tool=$!
  wait $tool
}
run() {
  trap 'kill $tool 2>/dev/null; exit 143' TERM
  trap - EXIT
  mkdir "$1" && cd "$1" || exit 70
  if [ $2 -gt 0 ]; then
    await $2 $3 || { echo NOT_IN_TIME >status; kill -USR1 $$; exit; }
  fi
  shift 3
  mkfifo pipe
  date +%s%N >released
  "$@" >pipe 2>errors &
  tool=$!
  copy <pipe >output &
  wait $tool
  status=$?
  echo $status >status
  wait
  [ $status -eq 0 ] || [ -e started ] || kill -USR1 $$
}
"""
                    .replace("NOT_IN_TIME", String.valueOf(NOT_IN_TIME));

    private HostScript() {}

    /**
     * A tool to run.
     *
     * @param number of its session
     * @param atNanos when it is started, in nanoseconds of Unix time by the host's clock; 0: at
     *     once
     * @param mostNanos longest time that can be left until then
     * @param words its command line
     */
    record Tool(int number, long atNanos, long mostNanos, List<String> words) {}

    /** The script that runs some tools and prints what {@link ToolOutput} reads. */
    static String of(List<Tool> tools) {
        StringBuilder script = new StringBuilder(FUNCTIONS);
        for (Tool tool : tools) {
            script.append(
                    "(run %d %d %d %s) >/dev/null 2>&1 &%n"
                            .formatted(
                                    tool.number(), tool.atNanos(), tool.mostNanos(), words(tool)));
            script.append("sessions=\"$sessions $!\"\n");
        }
        script.append("[ -n \"$failed\" ] || wait $sessions\n");
        script.append("[ -z \"$failed\" ] || { kill $sessions 2>/dev/null; wait $sessions; }\n");
        String numbers =
                tools.stream()
                        .map(tool -> String.valueOf(tool.number()))
                        .collect(Collectors.joining(" "));
        script.append(
                "for n in %s; do for f in %s; do echo \"%s$n $f\"; cat $n/$f 2>/dev/null; echo; done; done%n"
                        .formatted(numbers, String.join(" ", ToolOutput.FILES), ToolOutput.HEAD));
        if (script.length() > MOST_CHARACTERS) {
            throw CommandFailure.usage(
                    "%d sessions of perftest on one host are too many".formatted(tools.size()),
                    "use fewer flows of latency traffic, or more hosts");
        }
        return script.toString();
    }

    /** Words that a shell takes as they are remain so: a script must not become too long. */
    private static String words(Tool tool) {
        return tool.words().stream()
                .map(word -> PLAIN.matcher(word).matches() ? word : ShellWords.quoted(word))
                .collect(Collectors.joining(" "));
    }

    /** A script that succeeds when all of some TCP ports listen, and gives up after a second. */
    static String listening(List<Integer> ports) {
        StringBuilder script = new StringBuilder("for i in 1 2 3 4 5; do\n  all=yes\n");
        for (int port : ports) {
            script.append(
                    "  grep -qs ':%04X [0-9A-F]*:0000 0A' /proc/net/tcp /proc/net/tcp6 || all=no%n"
                            .formatted(port));
        }
        return script.append("  [ $all = yes ] && exit 0\n  sleep 0.2\ndone\nexit 1\n").toString();
    }
}
