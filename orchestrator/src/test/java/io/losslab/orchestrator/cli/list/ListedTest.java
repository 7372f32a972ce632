package io.losslab.orchestrator.cli.list;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

class ListedTest {
    @Parameters(paramLabel = "WHAT", converter = Listed.Reader.class)
    private Listed what;

    @Test
    void isReadInUpperAndLowerCase() {
        CommandLine.populateCommand(this, "congestion-controls");
        assertEquals(Listed.CONGESTION_CONTROLS, what);
        CommandLine.populateCommand(this, "Schemes");
        assertEquals(Listed.SCHEMES, what);
    }

    @Test
    void anotherWordIsAnsweredWithThoseOfUsers() {
        ParameterException refused =
                assertThrows(
                        ParameterException.class, () -> CommandLine.populateCommand(this, "shoes"));
        assertEquals(
                "Invalid value for positional parameter at index 0 (WHAT): expected one of schemes,"
                        + " recoveries, congestion-controls, topologies, workloads, experiments,"
                        + " testbeds, but was 'shoes'",
                refused.getMessage());
    }
}
