package io.losslab.agent.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A veth pair in the kernel, removed on close. */
public final class VethPair implements AutoCloseable {
    public final String near;
    public final String far;

    private VethPair(String near, String far) {
        this.near = near;
        this.far = far;
    }

    /** Makes a pair; aborts the test where that is not permitted, fails it in CI. */
    static VethPair create() throws IOException, InterruptedException {
        return create(0, 1500);
    }

    /**
     * Makes a pair, one of several.
     *
     * @param number tells it from others, 0..9
     * @param mtuBytes of both ends
     */
    public static VethPair create(int number, int mtuBytes)
            throws IOException, InterruptedException {
        long pid = ProcessHandle.current().pid() % 100_000;
        VethPair pair = new VethPair("llt" + pid + "a" + number, "llt" + pid + "b" + number);
        if (!"root".equals(System.getProperty("user.name"))
                || !Files.isExecutable(Path.of("/usr/sbin/ip"))
                || ip(
                                "link",
                                "add",
                                pair.near,
                                "index",
                                Integer.toString(index(number)),
                                "type",
                                "veth",
                                "peer",
                                pair.far)
                        != 0) {
            String reason = "skipped: veth pairs need root and iproute2";
            if ("true".equals(System.getenv("CI")) && Files.isWritable(Path.of("/proc/sys/net"))) {
                fail(reason);
            }
            abort(reason);
        }
        String mtu = Integer.toString(mtuBytes);
        assertEquals(0, ip("link", "set", pair.near, "mtu", mtu, "up"));
        assertEquals(0, ip("link", "set", pair.far, "mtu", mtu, "up"));
        return pair;
    }

    /**
     * DPDK groups packets by the low 16 bits of process number XOR interface index: two agents that
     * start together would take the same group of interfaces made together. So these lie apart.
     */
    private static int index(int number) {
        int pid = (int) ProcessHandle.current().pid();
        return 1 << 30 | (pid & 0x3FFF) << 16 | number + 1 << 12;
    }

    @Override
    public void close() throws IOException {
        try {
            ip("link", "del", near);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while taking " + near + " away", e);
        }
    }

    private static int ip(String... words) throws IOException, InterruptedException {
        String[] line = new String[words.length + 1];
        line[0] = "ip";
        System.arraycopy(words, 0, line, 1, words.length);
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
            System.err.println(String.join(" ", line) + ": " + said.strip());
        }
        return code;
    }
}
