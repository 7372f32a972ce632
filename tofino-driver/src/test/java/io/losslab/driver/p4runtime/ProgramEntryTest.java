package io.losslab.driver.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.TableEntry;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class ProgramEntryTest {
    private final P4Info portFc = BundledProgram.T2NA_PORTFC.p4Info();

    @Test
    void keysAndParametersComeInTheOrderOfTheP4InfoWithTheShortestBytes() {
        TableEntry entry =
                ProgramEntry.in(portFc, "ingress.queues")
                        .ternary("hdr.ipv4.dst_addr", 0x0A0B0001, 0xFF0000)
                        .exact("tm_md.ucast_egress_port", 300)
                        .priority(7)
                        .doing("ingress.enter_ihfq")
                        .with("queue", 1)
                        .with("qid", 2)
                        .build();
        assertEquals(
                """
                table_id: 33554434
                match {
                  field_id: 1
                  exact {
                    value: "\\001,"
                  }
                }
                match {
                  field_id: 3
                  ternary {
                    value: "\\v\\000\\000"
                    mask: "\\377\\000\\000"
                  }
                }
                action {
                  action {
                    action_id: 16777218
                    params {
                      param_id: 1
                      value: "\\002"
                    }
                    params {
                      param_id: 2
                      value: "\\001"
                    }
                  }
                }
                priority: 7
                """,
                entry.toString());
    }

    @Test
    void equalChoicesAreMembersOfWeightOne() {
        TableEntry entry =
                ProgramEntry.in(BundledProgram.V1MODEL_PYRRHA.p4Info(), "ingress.path_routes")
                        .lpm("hdr.ipv4.dst_addr", 0x0A000001, 32)
                        .exact("meta.at_switch", 9)
                        .doing("ingress.take")
                        .among("port", List.of(2, 3))
                        .build();
        assertEquals(
                List.of("2 x 1", "3 x 1"),
                entry.getAction().getActionProfileActionSet().getActionProfileActionsList().stream()
                        .map(
                                it ->
                                        it.getAction().getParams(0).getValue().byteAt(0)
                                                + " x "
                                                + it.getWeight())
                        .toList());
    }

    @Test
    void whatMatchesAnythingIsLeftOut() {
        TableEntry entry =
                ProgramEntry.in(portFc, "ingress.levels")
                        .exact("meta.profile", 0)
                        .exact("meta.queue_class", 0)
                        .range("occupancy", 0, (1 << 20) - 1)
                        .doing("ingress.below")
                        .build();
        assertEquals(2, entry.getMatchCount());
    }

    @Test
    void whatTheProgramLacksIsNamed() {
        assertMissing("no table ingress.nothing", () -> ProgramEntry.in(portFc, "ingress.nothing"));
        ProgramEntry ports = ProgramEntry.in(portFc, "ingress.ports");
        assertMissing("no key of ingress.ports port", () -> ports.exact("port", 1));
        assertMissing(
                "table ingress.ports has no action ingress.above",
                () -> ports.doing("ingress.above"));
        assertMissing(
                "action ingress.above has no parameter [row]",
                () ->
                        ProgramEntry.in(portFc, "ingress.levels")
                                .exact("meta.profile", 0)
                                .exact("meta.queue_class", 0)
                                .doing("ingress.above")
                                .with("row", 1)
                                .build());
    }

    @Test
    void whatDoesNotFitIsNamed() {
        ProgramEntry queues = ProgramEntry.in(portFc, "ingress.queues");
        assertWrong(
                "table ingress.queues, tm_md.ucast_egress_port: 512 does not fit 9 bits",
                () -> queues.exact("tm_md.ucast_egress_port", 512));
        assertWrong(
                "table ingress.queues matches meta.bth_opcode by TERNARY, not EXACT",
                () -> queues.exact("meta.bth_opcode", 1));
        assertWrong(
                "table ingress.queues: key tm_md.ucast_egress_port is missing",
                () -> queues.doing("ingress.enter_hq").with("qid", 1).build());
        assertWrong(
                "table ingress.queues: parameter qid is missing",
                () ->
                        ProgramEntry.in(portFc, "ingress.queues")
                                .exact("tm_md.ucast_egress_port", 1)
                                .doing("ingress.enter_hq")
                                .build());
    }

    private static void assertMissing(String message, Runnable work) {
        assertEquals(message, assertThrows(NoSuchElementException.class, work::run).getMessage());
    }

    private static void assertWrong(String message, Runnable work) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, work::run).getMessage());
    }
}
