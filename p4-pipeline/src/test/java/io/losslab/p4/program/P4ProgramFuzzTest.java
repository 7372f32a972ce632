package io.losslab.p4.program;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.losslab.api.fuzz.Fuzz;
import io.losslab.p4.TestProgram;
import io.losslab.p4.json.ProgramException;
import org.junit.jupiter.api.Test;

/** A device config is read, or refused with its place and the reason. */
class P4ProgramFuzzTest {
    private static final int TRIES = 4_000;

    /** A program of 3 KB takes 300 KB; what a number in it asks for is refused first. */
    private static final long MOST_ALLOCATED_BYTES = 64 << 20;

    @Test
    void anyDeviceConfigIsReadOrRefused() {
        new Fuzz()
                .valid(new TestProgram().json())
                .upTo(2_000)
                .allocatingAtMost(MOST_ALLOCATED_BYTES)
                .run(TRIES, P4ProgramFuzzTest::read);
    }

    private static void read(byte[] config) {
        try {
            P4Program.read(config);
        } catch (ProgramException refusal) {
            assertFalse(refusal.getMessage().isBlank());
        }
    }
}
