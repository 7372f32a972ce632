package io.losslab.api.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process by its number and the moment it started: a number is used again, both together are not.
 *
 * @param pid number of the process
 * @param since moment of its start as the system tells it; "unknown" where it does not
 */
public record ProcessMark(long pid, String since) {
    private static final String UNKNOWN = "unknown";

    /** This process. */
    public static ProcessMark current() {
        return of(ProcessHandle.current());
    }

    /** A process that was found. */
    public static ProcessMark of(ProcessHandle process) {
        return new ProcessMark(
                process.pid(), process.info().startInstant().map(Object::toString).orElse(UNKNOWN));
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

    /** The state follows the name, which may itself have parentheses: proc(5). */
    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.startsWith(") Z", stat.lastIndexOf(')'));
        } catch (IOException e) {
            // It went away meanwhile, or this system has no /proc.
            return false;
        }
    }
}
