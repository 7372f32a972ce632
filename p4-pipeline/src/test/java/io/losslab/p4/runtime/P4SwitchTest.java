package io.losslab.p4.runtime;

import static io.losslab.p4.TestProgram.expression;
import static io.losslab.p4.TestProgram.field;
import static io.losslab.p4.TestProgram.hex;
import static io.losslab.p4.TestProgram.named;
import static io.losslab.p4.TestProgram.op;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.p4.TestProgram;
import io.losslab.p4.TestSwitch;
import io.losslab.p4.runtime.Replication.Replica;
import io.losslab.p4.runtime.Replication.Session;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of packets after ingress and after egress. */
class P4SwitchTest {
    /** a = 1, b = 2, c = 3, w = 4, and two bytes behind. */
    private static final String PACKET =
            "01" + "0002" + "00000003" + "00000000000000000000000000000004" + "beef";

    private static final String EXTRACT =
            "{'op': 'extract', 'parameters': [{'type': 'regular', 'value': 'h'}]}";

    private static final String TO_PORT_2 =
            op("assign", field("standard_metadata", "egress_spec"), hex(2));

    @Test
    void forwardsUnicastWithTheHeadersAsTheProgramLeftThem() {
        TestSwitch runs = running(set("a", 0x7f) + ", " + TO_PORT_2, "");
        assertEquals(List.of("2:7f" + PACKET.substring(2)), runs.send(5, PACKET));
        assertEquals(List.of(0), runs.queues);
    }

    @Test
    void aPacketNeedsNoMoreBytesThanItsHeaders() {
        TestSwitch runs = running(TO_PORT_2, "");
        byte[] first = new byte[23];
        assertEquals("2:" + "00".repeat(40), runs.send(1, first, 40).get(0));
    }

    @Test
    void theProgramChoosesTheQueue() {
        TestSwitch runs =
                running(
                        TO_PORT_2
                                + ", "
                                + op("assign", field("standard_metadata", "priority"), hex(6)),
                        "");
        runs.send(1, PACKET);
        assertEquals(List.of(6), runs.queues);
    }

    @Test
    void dropsAtIngressAndAtEgress() {
        String drop = op("mark_to_drop", named("header", "standard_metadata"));
        TestSwitch ingress = running(TO_PORT_2 + ", " + drop, "");
        assertEquals(List.of(), ingress.send(1, PACKET));
        assertEquals(1, ingress.drops);
        TestSwitch egress = running(TO_PORT_2, drop);
        assertEquals(List.of(), egress.send(1, PACKET));
        assertEquals(1, egress.drops);
    }

    @Test
    void multicastCopiesHaveTheirInstance() {
        TestSwitch runs =
                running(
                        op("assign", field("standard_metadata", "mcast_grp"), hex(9)),
                        op("assign", field("h", "b"), field("standard_metadata", "egress_rid"))
                                + ", "
                                + op("assign", field("h", "a"), instanceType()));
        runs.runs().replication().setGroup(9, List.of(new Replica(3, 0x11), new Replica(4, 0x12)));
        assertEquals(
                List.of("3:050011" + PACKET.substring(6), "4:050012" + PACKET.substring(6)),
                runs.send(1, PACKET));
    }

    @Test
    void aCloneOfIngressHoldsWhatArrivedAndTheKeptFields() {
        TestSwitch runs =
                running(
                        set("a", 0x7f)
                                + ", "
                                + op("assign", field("m", "keep"), hex(0x55))
                                + ", "
                                + op("clone_ingress_pkt_to_egress", hex(4), hex(1))
                                + ", "
                                + TO_PORT_2,
                        op("assign", field("h", "b"), field("m", "keep")));
        runs.runs().replication().setSession(4, new Session(List.of(new Replica(7, 0)), 5, 0));
        assertEquals(
                List.of("7:010055" + PACKET.substring(6), "2:7f0055" + PACKET.substring(6)),
                runs.send(1, PACKET));
        assertEquals(List.of(5, 0), runs.queues);
    }

    @Test
    void aCloneOfEgressHoldsWhatEgressLeft() {
        TestSwitch runs =
                running(
                        TO_PORT_2,
                        """
{'op': '_jump_if_zero', 'parameters': [%s, {'type': 'hexstr', 'value': '0x2'}]},
{'op': '_jump', 'parameters': [{'type': 'hexstr', 'value': '0x4'}]},
%s, %s
"""
                                .formatted(
                                        field("standard_metadata", "instance_type"),
                                        set("a", 0x66),
                                        op("clone_egress_pkt_to_egress", hex(4), hex(1))));
        runs.runs().replication().setSession(4, new Session(List.of(new Replica(7, 0)), -1, 24));
        assertEquals(
                List.of("2:66" + PACKET.substring(2), "7:66" + PACKET.substring(2, 48)),
                runs.send(1, PACKET));
    }

    @Test
    void aPacketWhoseClonesAreClonedAgainAndAgainEnds() {
        TestSwitch runs = running(TO_PORT_2, op("clone_egress_pkt_to_egress", hex(4), hex(1)));
        runs.runs().replication().setSession(4, twice(7));
        assertEndsAfterMostCopies(runs);
    }

    @Test
    void aPacketThatDoublesWithEachRecirculationEnds() {
        String again = op("recirculate", hex(1));
        TestSwitch groups =
                running(op("assign", field("standard_metadata", "mcast_grp"), hex(4)), again);
        groups.runs().replication().setGroup(4, twice(7).replicas());
        assertEndsAfterMostCopies(groups);
        TestSwitch clones =
                running(
                        TO_PORT_2 + ", " + op("clone_ingress_pkt_to_egress", hex(4), hex(1)),
                        again);
        clones.runs().replication().setSession(4, twice(7));
        assertEndsAfterMostCopies(clones);
    }

    /** Two copies by a port. */
    private static Session twice(int port) {
        return new Session(List.of(new Replica(port, 0), new Replica(port, 1)), 0, 0);
    }

    private static void assertEndsAfterMostCopies(TestSwitch runs) {
        String said = "a packet and its copies asked for more than 4096 copies";
        runs.send(1, PACKET);
        assertEquals(List.of(said), runs.messages);
        assertTrue(runs.queues.size() <= 4097 * 2, () -> runs.queues.size() + " packets");
        runs.send(1, PACKET);
        assertEquals(List.of(said, said), runs.messages);
    }

    @Test
    void resubmitsOncePerPassWithTheKeptFields() {
        TestSwitch runs = running(onFirstPass(op("resubmit", hex(1))), "");
        assertEquals(List.of("2:070002" + PACKET.substring(6)), runs.send(1, PACKET));
    }

    @Test
    void aPacketThatIsResubmittedAgainAndAgainIsDropped() {
        TestSwitch runs = running(op("resubmit", hex(1)), "");
        assertEquals(List.of(), runs.send(1, PACKET));
        assertEquals(1, runs.drops);
        assertTrue(runs.messages.get(0).contains("more than 1024 times"), runs.messages.get(0));
    }

    @Test
    void recirculatedPacketsAreParsedAsTheyWereDeparsed() {
        String adds =
                op("assign", field("h", "a"), expression("+", field("h", "a"), hex(0x10)))
                        + ", "
                        + op("add_header", named("header", "t"))
                        + ", "
                        + """
{'op': '_jump_if_zero', 'parameters': [%s, {'type': 'hexstr', 'value': '0x4'}]},
{'op': '_jump', 'parameters': [{'type': 'hexstr', 'value': '0x5'}]},
%s
"""
                                .formatted(instanceType(), op("recirculate", hex(1)));
        TestSwitch twice =
                running(
                        TO_PORT_2 + ", " + keepInstance(),
                        adds.replace("'standard_metadata', 'instance_type'", "'m', 'x'"));
        assertEquals(
                List.of("2:21" + PACKET.substring(2, 46) + "00" + "00" + "beef"),
                twice.send(1, PACKET));
    }

    @Test
    void digestsTruncationRegistersAndCounters() {
        TestSwitch runs =
                running(
                        TO_PORT_2
                                + ", "
                                + op("generate_digest", hex(1), hex(1))
                                + ", "
                                + op("truncate", hex(10))
                                + ", "
                                + op(
                                        "register_write",
                                        named("register_array", "r"),
                                        hex(3),
                                        field("h", "c"))
                                + ", "
                                + op("count", named("counter_array", "n"), hex(2))
                                + ", "
                                + op("count", named("counter_array", "n"), hex(99)),
                        "");
        assertEquals(List.of("2:" + PACKET.substring(0, 20)), runs.send(1, PACKET));
        assertEquals(List.of("seen 1"), runs.digests);
        var resources = runs.runs().program().resources();
        assertEquals(3, resources.registers().get("r").low(3));
        assertEquals(25, resources.counters().get("n").bytes(2));
        assertEquals(List.of("n has no cell 99"), runs.messages);
        assertEquals(1, runs.environment.faults());
    }

    @Test
    void thePayloadMayBeginBeyondWhatIsStored() {
        TestSwitch runs =
                new TestSwitch(
                        new TestProgram()
                                .parser("[%s, %s]".formatted(EXTRACT, op("advance", hex(8 * 300))))
                                .actions(TO_PORT_2, "")
                                .read());
        assertEquals("2:" + "00".repeat(100), runs.send(1, new byte[64], 400).get(0));
    }

    @Test
    void truncatingToMoreThanThereIsChangesNothing() {
        TestSwitch runs = running(TO_PORT_2 + ", " + op("truncate", hex(0xffff_ffffL)), "");
        assertEquals(List.of("2:" + PACKET), runs.send(1, PACKET));
    }

    @Test
    void aSignedFieldThatLooksAheadHasItsSign() {
        String peek = op("set", field("m", "s"), "{'type': 'lookahead', 'value': [0, 8]}");
        String negative = expression("b2d", "null", expression("<", field("m", "s"), hex(0)));
        TestSwitch runs =
                new TestSwitch(
                        new TestProgram()
                                .parser("[%s, %s]".formatted(EXTRACT, peek))
                                .actions(
                                        op("assign", field("h", "b"), negative) + ", " + TO_PORT_2,
                                        "")
                                .read());
        // The byte behind h is 0xbe.
        assertEquals(List.of("2:010001" + PACKET.substring(6)), runs.send(1, PACKET));
    }

    @Test
    void aShortPacketHasAParserError() {
        TestSwitch runs =
                running(
                        op("add_header", named("header", "t"))
                                + ", "
                                + op(
                                        "assign",
                                        field("t", "v"),
                                        field("standard_metadata", "parser_error"))
                                + ", "
                                + TO_PORT_2,
                        "");
        assertEquals(List.of("2:01" + "0102"), runs.send(1, "0102"));
    }

    @Test
    void aFailedAssertionDropsThePacketAndSaysWhere() {
        TestSwitch runs =
                running(
                        op("assert", expression("==", field("h", "a"), hex(2))) + ", " + TO_PORT_2,
                        "");
        assertEquals(List.of(), runs.send(1, PACKET));
        assertEquals(List.of("assert failed at actions[0].primitives[0]"), runs.messages);
    }

    private static TestSwitch running(String ingress, String egress) {
        return new TestSwitch(new TestProgram().actions(ingress, egress).read());
    }

    private static String set(String name, long value) {
        return op("assign", field("h", name), hex(value));
    }

    private static String instanceType() {
        return field("standard_metadata", "instance_type");
    }

    private static String keepInstance() {
        return op("assign", field("m", "x"), instanceType());
    }

    /** Sets a field to keep and runs a primitive; in a later pass shows the field and forwards. */
    private static String onFirstPass(String primitive) {
        return """
        {'op': '_jump_if_zero', 'parameters': [%s, {'type': 'hexstr', 'value': '0x4'}]},
        %s,
        %s,
        {'op': '_jump', 'parameters': [{'type': 'hexstr', 'value': '0x6'}]},
        %s,
        %s
        """
                .formatted(
                        instanceType(),
                        op("assign", field("h", "a"), field("m", "keep")),
                        TO_PORT_2,
                        op("assign", field("m", "keep"), hex(7)),
                        primitive);
    }
}
