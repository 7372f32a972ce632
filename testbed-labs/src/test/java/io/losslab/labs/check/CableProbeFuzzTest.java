package io.losslab.labs.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import io.losslab.api.fuzz.Fuzz;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** LLDP frames come from any device on a testbed's links. */
class CableProbeFuzzTest {
    private static final int TRIES = 60_000;
    private static final long MOST_ALLOCATED_BYTES = 1 << 20;

    private static final byte[] LONGEST =
            new CableProbe("d".repeat(254), "\u00fc".repeat(127), "check").frame().toByteArray();

    @Test
    void aFrameIsAProbeOrNone() {
        new Fuzz()
                .valid(new CableProbe("tor1", "17/2", "check").frame().toByteArray(), LONGEST)
                .upTo(1_514)
                .allocatingAtMost(MOST_ALLOCATED_BYTES)
                .run(TRIES, CableProbeFuzzTest::read);
    }

    private static void read(byte[] frame) {
        Optional<CableProbe> read = CableProbe.read(ByteString.copyFrom(frame));
        read.ifPresent(probe -> assertEquals(read, CableProbe.read(probe.frame())));
    }
}
