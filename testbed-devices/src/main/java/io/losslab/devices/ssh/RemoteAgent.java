package io.losslab.devices.ssh;

import io.losslab.devices.failure.CommandFailure;
import java.time.Duration;
import java.util.List;

/**
 * An agent on a host: a program in a session of its own, so that it outlives the connection that
 * started it, until its own watchdog ends it.
 *
 * <p>Its directory holds its log, its process number with the moment it started (a number is used
 * again, both together are not), and a pipe that is its standard input and that it holds open
 * itself: the agent takes the end of its input for an order to stop, and must not read one when a
 * connection is lost.
 */
public final class RemoteAgent {
    /** Exit status of the shell where the agent's process is not there. */
    private static final int NOT_RUNNING = 3;

    /** The same where it is suspended. */
    private static final int STANDS_STILL = 5;

    /** How long an agent that starts may be suspended, in tenths of a second. */
    private static final int SUSPENDED_TENTHS = 20;

    /** No state of a process. */
    private static final String GONE = "gone";

    private static final String SUSPENDED = "T";

    /**
     * Defines alive: the process that was started is there, and is no zombie; and suspended. Starts
     * no program, for it is asked again and again on hosts whose cores are measured.
     */
    static final String ALIVE =
            """
            pid=0 since=0
            if [ -s "$d/pid" ]; then read -r pid since < "$d/pid"; fi
            alive() {
              [ "$pid" -gt 0 ] && { read -r stat < "/proc/$pid/stat"; } 2>/dev/null || return 1
              set -- ${stat##*) }
              [ "$1" != Z ] && [ "${20}" = "$since" ]
            }
            suspended() {
              { read -r stat < "/proc/$pid/stat"; } 2>/dev/null || return 1
              set -- ${stat##*) }
              [ "$1" = T ] || [ "$1" = t ]
            }
            """;

    private final HostConnection host;
    private final String directory;

    /**
     * An agent that may be running already.
     *
     * @param directory of its own on the host; made by {@link #start}, removed by {@link #stop}
     */
    public RemoteAgent(HostConnection host, String directory) {
        this.host = host;
        this.directory = directory;
    }

    /**
     * Starts the agent. Where one of this directory runs already, nothing is done: so a start whose
     * answer was lost may be repeated.
     *
     * @param command program and arguments; a relative program is below the working directory
     * @param workingDirectory on the host
     */
    public void start(List<String> command, String workingDirectory) {
        String script =
                "d=%s; w=%s\n"
                                .formatted(
                                        ShellWords.quoted(directory),
                                        ShellWords.quoted(workingDirectory))
                        + ALIVE
                        + """
                        if alive; then exit 0; fi
                        set -e
                        rm -rf "$d"
                        mkdir -p "$d"
                        chmod 700 "$d"
                        mkfifo -m 600 "$d/stdin"
                        cd "$w"
                        setsid sh -c '
                          d=$1; shift
                          set -- "$(sed "s/.*) //" /proc/$$/stat | cut -d" " -f20)" "$@"
                          echo "$$ $1" > "$d/pid.new"; shift
                          mv "$d/pid.new" "$d/pid"
                          # Where programs such as DPDK keep what ends with them, as in systemd.exec(5).
                          export RUNTIME_DIRECTORY="$d"
                          exec "$@" <> "$d/stdin" >> "$d/log" 2>&1
                        ' agent "$d" %s </dev/null >/dev/null 2>&1 &
                        n=0
                        while [ ! -s "$d/pid" ] && [ $n -lt 600 ]; do sleep 0.05; n=$((n + 1)); done
                        test -s "$d/pid"
                        """
                                .formatted(ShellWords.quoted(command));
        host.require("start the agent", script);
    }

    /**
     * Waits for a line of its log.
     *
     * @param prefix the line starts with
     * @return the rest of the line
     * @throws CommandFailure where the agent ends before or is suspended, with the last lines of
     *     its log, or the time is over
     */
    public String awaitLine(String prefix, Duration patience) {
        long tenths = Math.max(1, patience.toMillis() / 100);
        CommandResult result =
                host.run(
                        "d=%s; p=%s; n=0; still=0\n"
                                        .formatted(
                                                ShellWords.quoted(directory),
                                                ShellWords.quoted(prefix))
                                + ALIVE
                                + """
                                found() { [ -f "$d/log" ] && awk -v p="$p" 'index($0, p) == 1 { print substr($0, length(p) + 1); f = 1; exit } END { exit !f }' "$d/log"; }
                                while ! found; do
                                  alive || { found && exit 0; tail -n 20 "$d/log" >&2; exit %d; }
                                  n=$((n + 1))
                                  if suspended; then still=$((still + 1)); else still=0; fi
                                  [ $still -lt %d ] || { tail -n 20 "$d/log" >&2; exit %d; }
                                  [ $n -lt %d ] || { tail -n 20 "$d/log" >&2; exit 4; }
                                  sleep 0.1
                                done
                                """
                                        .formatted(
                                                NOT_RUNNING,
                                                SUSPENDED_TENTHS,
                                                STANDS_STILL,
                                                tenths));
        if (result.succeeded()) {
            return result.output().stripTrailing();
        }
        throw CommandFailure.ofDevice(
                "%s: the agent %s: %s"
                        .formatted(
                                host.device(),
                                switch (result.status()) {
                                    case NOT_RUNNING -> "exited at startup";
                                    case STANDS_STILL ->
                                            "is suspended at startup (SIGSTOP, or a debugger)";
                                    default ->
                                            "was not ready within %d s"
                                                    .formatted(patience.toSeconds());
                                },
                                result.errors().isBlank()
                                        ? "its log is empty"
                                        : result.errors().strip()),
                "",
                null);
    }

    /**
     * Whether its process is there, and is not suspended.
     *
     * @throws CommandFailure where the host is not reached
     */
    public boolean isRunning() {
        return !List.of(GONE, SUSPENDED).contains(state().get(0));
    }

    /**
     * What has become of an agent that does not answer, by its process.
     *
     * @return words that go on after the host's name
     * @throws CommandFailure where the host is not reached
     */
    public String condition() {
        List<String> state = state();
        return switch (state.get(0)) {
            case GONE ->
                    "its agent ended during the run"
                            + (state.size() < 2 ? "" : "; last line of its log: " + state.get(1));
            case SUSPENDED -> "its agent is suspended (SIGSTOP, or a debugger)";
            default -> "its agent runs, but does not answer";
        };
    }

    /** The state of its process as proc(5) has it; where it is gone, this and its last words. */
    private List<String> state() {
        String answer =
                host.require(
                        "look at the agent",
                        "d=%s\n".formatted(ShellWords.quoted(directory))
                                + ALIVE
                                + """
                                alive || { echo %s; tail -n 1 "$d/log" 2>/dev/null; exit 0; }
                                read -r stat < "/proc/$pid/stat"
                                set -- ${stat##*) }
                                echo "$1" | tr t %s
                                """
                                        .formatted(GONE, SUSPENDED));
        return List.of(answer.split("\n", -1));
    }

    /**
     * Follows the log in a thread of its own until the agent ends or the tail is closed.
     *
     * @param lines takes each line, from the first
     */
    public LogTail follow(java.util.function.Consumer<String> lines) {
        return LogTail.start(host, directory, lines);
    }

    /**
     * Ends the agent: asks it to, and kills it where it is still there after a time. Its directory
     * is removed. Does nothing where it is not there.
     *
     * @return whether it ended by itself when asked
     */
    public boolean stop(Duration grace) {
        long tenths = Math.max(1, grace.toMillis() / 100);
        String answer =
                host.require(
                        "stop the agent",
                        "set -e; d=%s; n=0\n".formatted(ShellWords.quoted(directory))
                                + ALIVE
                                + """
                                # One that was stopped obeys when it goes on.
                                if alive; then kill -TERM "$pid" && kill -CONT "$pid" || true; fi 2>/dev/null
                                while alive && [ $n -lt %d ]; do sleep 0.1; n=$((n + 1)); done
                                if alive; then kill -s KILL -- "-$pid" && echo killed; fi
                                rm -rf "$d"
                                """
                                        .formatted(tenths));
        return !answer.equals("killed");
    }
}
