package io.losslab.driver.p4runtime.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.driver.bfrt.sde.SdeFiles;
import io.losslab.driver.p4runtime.BundledProgram;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the chip's compiler offers over BF Runtime is what our P4Info says: tables, keys with widths
 * and kinds, actions with parameters, registers, counters, sizes.
 */
class CompilerFactsTest {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "T2NA_.*")
    void bfRuntimeOffersWhatTheP4InfoSays(BundledProgram program) throws IOException {
        String document = SdeFiles.requiredProgram(program.programName());

        assertEquals(
                P4InfoObjects.withoutExternIds(P4InfoObjects.of(program.p4Info())),
                P4InfoObjects.withoutExternIds(
                        BfRtObjects.of(new ObjectMapper().readTree(document))));
    }
}
