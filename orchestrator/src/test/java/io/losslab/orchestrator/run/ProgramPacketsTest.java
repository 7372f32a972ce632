package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random packets across switches that run a scheme's v1model program, and across switches that run
 * the scheme itself: what leaves and reaches the switches is the same, to the nanosecond and to the
 * byte: the signals, and the packets, whose queues say when they leave.
 */
class ProgramPacketsTest {
    /** A block of a pcapng file that holds a frame, and where in it the frame begins. */
    private static final int ENHANCED_PACKET = 6;

    private static final int FRAME_OFFSET = 28;
    private static final String LEAVES =
            "{leafSpine: {leaves: 3, spines: 2, hostsPerLeaf: 4, hostRate: 40Gbps,"
                    + " fabricRate: 40Gbps, delay: 100ns, buffer: 12MB}}";
    private static final String NDC =
            "{ndc: {n: 4, k: 1, rates: 40Gbps, delay: 100ns, buffer: 5MB}}";

    @TempDir private Path folder;

    @ParameterizedTest(name = "{0} {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "pfc | leaves | {xoff: 9KB, xon: 6KB, priorities: [3, 5]}",
                "pfcStar | leaves | {xoff: 9KB, xon: 6KB, tags: 3}",
                "portfc | ndc | {n: 4, xoff: 15KB, xon: 9KB, ddqXoff: 12KB, ddqXon: 6KB}",
                "ofc | leaves | {xoff: 9KB, xoffCongested: 4500B, xon: 2KB, priorities: [3]}",
                "pyrrha | leaves | {hopBdp: 6KB}",
                "pyrrha | leaves | {hopBdp: 3KB, iqs: 2}",
            })
    void framesAreThoseOfTheScheme(String scheme, String network, String settings)
            throws IOException {
        boolean ndc = network.equals("ndc");
        Path file = folder.resolve("random.yaml");
        Files.writeString(file, experiment(scheme, ndc, settings));
        String ports = ports(ndc);
        Path own = folder.resolve("own");
        JsonNode cells =
                Commands.pass(own, file.toString(), "--pcap", ports, "--set", "ecmp.hash=crc32");
        Path program = folder.resolve("p4");
        Commands.pass(program, file.toString(), "--pcap", ports, "--set", "switches.pipeline=p4");

        ByteBuffer expected = capture(own);
        int frames = withoutLinkAddresses(expected);
        assertTrue(frames >= 100_000, () -> "frames: " + frames);
        ByteBuffer actual = capture(program);
        withoutLinkAddresses(actual);
        assertEquals(-1, expected.mismatch(actual));
        assertTrue(cells.path(0).path("switchPauseFrames").asInt() > 500, cells::toString);
    }

    private static String experiment(String scheme, boolean ndc, String settings) {
        return """
experiment: test/random
topology: {generator: %s}
duration: 200us
drain: 20ms
hosts: {mtu: 256}
schemes:
  one: [{links: %s, %s: %s}]
traffic:
  - {name: random, kind: poisson, from: all, to: all, size: [1B, 8KB], load: 40%%}
  - {name: other, kind: poisson, from: all, to: all, size: [1B, 8KB], load: 10%%, class: 5}
  - {name: incast, kind: incast, from: all, to: all, degree: 5, size: [4KB, 24KB], period: 12us}
"""
                .formatted(
                        ndc ? NDC : LEAVES,
                        ndc ? "[layer0, layer1]" : "[host, fabric]",
                        scheme,
                        settings);
    }

    /** All ports of leaves, or of the switches of an NDC(4, 1). */
    private static String ports(boolean ndc) {
        List<String> ports = new ArrayList<>();
        for (int number = 0; number < (ndc ? 8 : 3); number++) {
            for (int port = 1; port <= (ndc ? 4 : 6); port++) {
                ports.add((ndc ? "s" + (16 + number) : "leaf" + number) + ":" + port);
            }
        }
        return String.join(",", ports);
    }

    private static ByteBuffer capture(Path results) throws IOException {
        byte[] file = Files.readAllBytes(results.resolve("pcap/cell-0.pcapng"));
        return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Clears the Ethernet addresses of IPv4 packets, which programs do not rewrite from hop to hop.
     *
     * @return frames of the capture
     */
    private static int withoutLinkAddresses(ByteBuffer file) {
        int count = 0;
        for (int at = 0; at < file.capacity(); at += file.getInt(at + 4)) {
            if (file.getInt(at) == ENHANCED_PACKET) {
                count++;
                int frame = at + FRAME_OFFSET;
                if (file.getShort(frame + 12) == Short.reverseBytes((short) 0x0800)) {
                    file.put(frame, new byte[12]);
                }
            }
        }
        return count;
    }
}
