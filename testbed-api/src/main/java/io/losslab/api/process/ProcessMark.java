package io.losslab.api.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A process by its number and the moment it started: a number is used again, both together are not.
 *
 * @param pid number of the process
 * @param since moment of its start as the system tells it; "unknown" where it does not. On Linux in
 *     clock ticks since the kernel's start, and which start that was (proc(5)): a time of day, as
 *     {@link ProcessHandle} has it, is another one after the clock was set.
 */
public record ProcessMark(long pid, String since) {
    private static final String UNKNOWN = "unknown";

    /** Of the fields behind the name of a process, its state and the ticks at its start. */
    private static final int STATE = 0;

    private static final int START_TICKS = 19;

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int BOOT_ID_DIGITS = 8;

    /** This process. */
    public static ProcessMark current() {
        return of(ProcessHandle.current());
    }

    /** A process that was found. */
    public static ProcessMark of(ProcessHandle process) {
        return new ProcessMark(process.pid(), since(process));
    }

    /** Whether this very process runs. */
    public boolean isRunning() {
        Optional<ProcessHandle> found = ProcessHandle.of(pid);
        return found.isPresent() && isRunning(found.get()) && of(found.get()).equals(this);
    }

    /**
     * Whether a process runs. {@link ProcessHandle#isAlive} also holds for one that has ended and
     * that its parent has not waited for, which the first process of a container may never do.
     */
    public static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && !isZombie(process.pid());
    }

    private static boolean isZombie(long pid) {
        return stat(pid).filter(fields -> fields[STATE].equals("Z")).isPresent();
    }

    private static String since(ProcessHandle process) {
        return stat(process.pid())
                .flatMap(fields -> bootId().map(boot -> fields[START_TICKS] + "-" + boot))
                .or(() -> process.info().startInstant().map(Instant::toString))
                .orElse(UNKNOWN);
    }

    /**
     * What proc(5) says about a process after its name, which may itself have spaces and
     * parentheses.
     */
    private static Optional<String[]> stat(long pid) {
        return read(Path.of("/proc", Long.toString(pid), "stat"))
                .map(stat -> stat.substring(stat.lastIndexOf(')') + 2).split(" "));
    }

    private static Optional<String> bootId() {
        return read(BOOT_ID).map(id -> id.substring(0, BOOT_ID_DIGITS));
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            // The process went away meanwhile, or this system has no /proc.
            return Optional.empty();
        }
    }
}
