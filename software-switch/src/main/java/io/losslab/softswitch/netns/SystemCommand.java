package io.losslab.softswitch.netns;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a program of the system to its end. */
final class SystemCommand {
    /** Debian's packages of the programs used here. */
    private static final Map<String, String> PACKAGES =
            Map.of(
                    "ip", "iproute2",
                    "ethtool", "ethtool",
                    "ssh-keygen", "openssh-client",
                    "/usr/sbin/sshd", "openssh-server");

    private SystemCommand() {}

    /**
     * Runs a program; returns what it printed.
     *
     * @throws LabException where it is not installed, or fails
     */
    static String run(String... words) {
        return run("", List.of(words));
    }

    /**
     * Runs a program that reads {@code input}.
     *
     * @throws LabException where it is not installed, or fails
     */
    static String run(String input, List<String> words) {
        Process process = start(words);
        try {
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new LabException(
                        "'%s' failed (%d): %s"
                                .formatted(String.join(" ", words), status, output.strip()));
            }
            return output;
        } catch (IOException e) {
            throw new LabException(
                    "'%s' broke off: %s".formatted(String.join(" ", words), e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("interrupted during '%s'".formatted(String.join(" ", words)), e);
        }
    }

    /** Runs many {@code ip} commands in one process, all before the first that fails. */
    static void ip(String namespace, List<String> lines) {
        List<String> words = new ArrayList<>(List.of("ip"));
        if (!namespace.isEmpty()) {
            words.addAll(List.of("-n", namespace));
        }
        words.addAll(List.of("-batch", "-"));
        run(String.join("\n", lines) + "\n", words);
    }

    /** That a program is not there, and which package has it. */
    static LabException missing(String program, IOException cause) {
        return new LabException(
                "the program %s is not installed: install the package %s (apt-get install %s)"
                        .formatted(
                                program,
                                PACKAGES.getOrDefault(program, program),
                                PACKAGES.getOrDefault(program, program)),
                cause);
    }

    private static Process start(List<String> words) {
        try {
            return new ProcessBuilder(words).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw missing(words.get(0), e);
        }
    }
}
