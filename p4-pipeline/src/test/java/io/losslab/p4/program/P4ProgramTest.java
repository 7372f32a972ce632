package io.losslab.p4.program;

import static io.losslab.p4.TestProgram.field;
import static io.losslab.p4.TestProgram.hex;
import static io.losslab.p4.TestProgram.op;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.p4.TestProgram;
import io.losslab.p4.json.ProgramException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What is no program is refused with its place. */
class P4ProgramTest {
    @Test
    void readsTheSmallProgram() {
        assertEquals(4, new TestProgram().read().layout().headers().size());
    }

    @Test
    void refusesWhatIsNoJson() {
        assertRefused("it is empty; expected BMv2 JSON", new byte[0]);
        assertRefused(
                "not JSON, line 1, column 8: Unrecognized token 'garbage': was expecting (JSON"
                        + " String, Number, Array, Object or token 'null', 'true' or 'false')",
                "garbage".getBytes(StandardCharsets.UTF_8));
        assertRefused(
                "expected a JSON object, found an array of 0",
                "[]".getBytes(StandardCharsets.UTF_8));
        assertRefused("'header_types' is missing", "{}".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void refusesAnotherVersion() {
        assertRefused(
                "__meta__.version: expected version 2.0 to 2.24, found 3.1",
                new TestProgram().with("__meta__", "{'version': [3, 1]}"));
    }

    @Test
    void namesThePlaceOfAWrongReference() {
        assertRefused(
                "actions[0].primitives[0].parameters[0].value: header 'h' has no field 'z'"
                        .replace("value:", "value[1]:"),
                new TestProgram().actions(op("assign", field("h", "z"), hex(1)), ""));
        assertRefused(
                "actions[0].primitives[0].op: there is no primitive 'teleport'",
                new TestProgram().actions(op("teleport"), ""));
        assertRefused(
                "actions[0].primitives[0]: assign takes 2 operands: 1",
                new TestProgram().actions(op("assign", field("h", "a")), ""));
        assertRefused(
                "pipelines[0].init_table: there is no table or condition 'nowhere'",
                new TestProgram().ingress("'init_table': 'nowhere', 'tables': []"));
        assertRefused(
                "pipelines: pipeline 'ingress' is missing",
                new TestProgram().with("pipelines", "[]"));
        assertRefused(
                "extern_instances[0].type: there is no extern type 'Wish'",
                new TestProgram().with("extern_instances", "[{'name': 'w', 'type': 'Wish'}]"));
    }

    @Property(tries = 200)
    void everyDamagedProgramIsReadOrRefused(@ForAll int place, @ForAll byte with) {
        byte[] json = new TestProgram().actions(op("assign", field("h", "a"), hex(1)), "").json();
        json[Math.floorMod(place, json.length)] = (byte) (32 + Math.floorMod(with, 95));
        try {
            P4Program.read(json);
        } catch (ProgramException e) {
            assertEquals(1, e.getMessage().lines().count());
        }
    }

    private static void assertRefused(String expected, TestProgram program) {
        assertRefused(expected, program.json());
    }

    private static void assertRefused(String expected, byte[] json) {
        ProgramException refusal = assertThrows(ProgramException.class, () -> P4Program.read(json));
        assertEquals(expected, refusal.getMessage());
    }
}
