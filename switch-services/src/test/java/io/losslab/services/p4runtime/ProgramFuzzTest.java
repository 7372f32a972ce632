package io.losslab.services.p4runtime;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import io.losslab.api.fuzz.Fuzz;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.services.p4runtime.program.Program;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A P4Info, binary or as text, is a program, or all that is wrong with it is said. */
class ProgramFuzzTest {
    private static final int TRIES = 4_000;
    private static final long MOST_ALLOCATED_BYTES = 16 << 20;

    private static final P4Info VALID = ProgramFixture.INFO;

    @Test
    void binary() {
        new Fuzz()
                .valid(VALID.toByteArray())
                .allocatingAtMost(MOST_ALLOCATED_BYTES)
                .run(TRIES, ProgramFuzzTest::readBinary);
    }

    @Test
    void text() {
        new Fuzz()
                .valid(TextFormat.printer().printToString(VALID))
                .allocatingAtMost(MOST_ALLOCATED_BYTES)
                .run(TRIES, ProgramFuzzTest::readText);
    }

    private static void readBinary(byte[] input) {
        try {
            read(P4Info.parseFrom(input));
        } catch (InvalidProtocolBufferException e) {
            // gRPC refuses it before the switch sees it.
        }
    }

    private static void readText(byte[] input) {
        try {
            P4Info.Builder info = P4Info.newBuilder();
            TextFormat.merge(new String(input, StandardCharsets.UTF_8), info);
            read(info.build());
        } catch (TextFormat.ParseException e) {
            // It says line and column.
        }
    }

    private static void read(P4Info info) {
        List<String> problems = new ArrayList<>();
        Program.read(info, problems);
        assertTrue(problems.stream().noneMatch(String::isBlank));
    }
}
