package io.losslab.labs.lease;

import io.losslab.api.process.ProcessMark;
import io.losslab.proto.v1.LeaseHolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Who holds a lease: this process, and what is known of another. */
final class LeaseUser {
    private LeaseUser() {}

    /**
     * This process.
     *
     * @param testbed name of the testbed
     * @param purpose an experiment or a command
     * @param directory of the results
     */
    static LeaseHolder self(String testbed, String purpose, Optional<Path> directory) {
        ProcessMark process = ProcessMark.current();
        return LeaseHolder.newBuilder()
                .setUser(user())
                .setHost(read("/proc/sys/kernel/hostname").orElse("unknown"))
                .setMachine(machine())
                .setProcess(process.pid())
                .setProcessSince(process.since())
                .setPurpose(purpose)
                .setDirectory(directory.map(path -> path.toAbsolutePath().toString()).orElse(""))
                .setTestbed(testbed)
                .build();
    }

    /** Whether a holder was a process of this machine that is no more: it cannot release it. */
    static boolean isDead(LeaseHolder holder) {
        return !holder.getMachine().isEmpty()
                && holder.getMachine().equals(machine())
                && !new ProcessMark(holder.getProcess(), holder.getProcessSince()).isRunning();
    }

    /**
     * Names what numbers this process: a start of the kernel, and a namespace of processes, of
     * which containers have one each. Empty where the system does not tell it.
     */
    private static String machine() {
        try {
            Path namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
            return read("/proc/sys/kernel/random/boot_id")
                    .map(boot -> boot + " " + namespace)
                    .orElse("");
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /** The user who typed the command, under sudo too. */
    private static String user() {
        String name = System.getProperty("user.name");
        String before = System.getenv("SUDO_USER");
        return before == null || before.isEmpty() || !name.equals("root") ? name : before;
    }

    private static Optional<String> read(String file) {
        try {
            return Optional.of(Files.readString(Path.of(file)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
