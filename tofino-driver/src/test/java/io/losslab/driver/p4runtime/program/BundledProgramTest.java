package io.losslab.driver.p4runtime.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.proto.p4.config.v1.P4Ids;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.config.v1.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BundledProgramTest {
    private static final int KIND_SHIFT = 24;

    @ParameterizedTest
    @EnumSource
    void theP4InfoSaysWhoseItIs(BundledProgram program) {
        P4Info info = program.p4Info();
        assertEquals(program.programName(), info.getPkgInfo().getName());
        assertEquals(program.architecture(), info.getPkgInfo().getArch());
    }

    @ParameterizedTest
    @EnumSource
    void theP4InfoOffersWhatTheSourceDeclaresAndNothingElse(BundledProgram program) {
        assertEquals(
                String.join("\n", ProgramObjects.of(ProgramSource.read(program.source()))),
                String.join("\n", P4InfoObjects.of(program.p4Info())));
    }

    /** In any folder, so that a compiler needs no more than an installed losslab. */
    @ParameterizedTest
    @EnumSource
    void itsSourceIsWrittenWithEverythingThatItIncludes(
            BundledProgram program, @TempDir Path folder) throws IOException {
        Path source = program.writeSource(folder);

        assertEquals(
                ProgramSource.read(program.source()),
                ProgramSource.read(source),
                "includes are found from " + source);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByArchitectureAndName(BundledProgram program) {
        assertEquals(
                Optional.of(program),
                BundledProgram.find(program.architecture(), program.programName()));
    }

    @ParameterizedTest
    @EnumSource
    void idsAreUniqueAndTellTheirKind(BundledProgram program) {
        P4Info info = program.p4Info();
        List<Preamble> preambles = P4InfoObjects.preambles(info);
        Set<Integer> ids = new HashSet<>();
        for (Preamble preamble : preambles) {
            assertTrue(ids.add(preamble.getId()), () -> "twice: " + preamble);
        }
        info.getTablesList().forEach(it -> assertKind(P4Ids.Prefix.TABLE_VALUE, it.getPreamble()));
        info.getActionsList()
                .forEach(it -> assertKind(P4Ids.Prefix.ACTION_VALUE, it.getPreamble()));
        info.getCountersList()
                .forEach(it -> assertKind(P4Ids.Prefix.COUNTER_VALUE, it.getPreamble()));
        info.getRegistersList()
                .forEach(it -> assertKind(P4Ids.Prefix.REGISTER_VALUE, it.getPreamble()));
        info.getActionProfilesList()
                .forEach(it -> assertKind(P4Ids.Prefix.ACTION_PROFILE_VALUE, it.getPreamble()));
    }

    /** So that a controller routes packets alike, whatever the scheme and the switch. */
    @ParameterizedTest
    @EnumSource
    void routesAreThoseOfTheForwardingProgram(BundledProgram program) {
        Table expected = routes(ForwardProgram.load().p4Info());
        Table routes = routes(program.p4Info());
        assertEquals(expected.getPreamble(), routes.getPreamble());
        assertEquals(expected.getMatchFieldsList(), routes.getMatchFieldsList());
        assertEquals(expected.getActionRefsList(), routes.getActionRefsList());
        assertEquals(expected.getImplementationId(), routes.getImplementationId());
    }

    private static Table routes(P4Info info) {
        return info.getTablesList().stream()
                .filter(it -> it.getPreamble().getName().equals("ingress.routes"))
                .findFirst()
                .orElseThrow();
    }

    private static void assertKind(int kind, Preamble preamble) {
        assertEquals(kind, preamble.getId() >>> KIND_SHIFT, preamble::toString);
    }
}
