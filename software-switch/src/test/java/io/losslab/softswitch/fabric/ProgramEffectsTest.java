package io.losslab.softswitch.fabric;

import static io.losslab.p4.TestProgram.expression;
import static io.losslab.p4.TestProgram.field;
import static io.losslab.p4.TestProgram.hex;
import static io.losslab.p4.TestProgram.named;
import static io.losslab.p4.TestProgram.op;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.p4.TestProgram;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.Replication.Replica;
import io.losslab.softswitch.fabric.buffer.QueueCounters;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One switch with a program of a few lines: what counters and queues have of what it does. */
class ProgramEffectsTest {
    private static final int MTU = 1_024;
    private static final long BYTES = 10_000;
    private static final int CELLS = 64;
    private static final String NOTHING = op("no_op");
    private static final String PORT = field("standard_metadata", "ingress_port");

    /** From port 1 to port 2, and back. */
    private static final String ACROSS = leaves(expression("-", hex(3), PORT));

    private final Topology chain = Networks.chain(1, Networks.RATE, 1_000);
    private final Topology star = Networks.star(3, Networks.RATE, 1_000);

    @Test
    void aPortReceivesWhatCameInAndNotWhatTheProgramMadeOfIt() {
        String fromFirst = when(expression("==", PORT, hex(1)), hex(1), hex(0));
        String copies = op("assign", field("standard_metadata", "mcast_grp"), fromFirst);
        Fabric fabric =
                running(
                        star,
                        program(
                                copies + ", " + leaves(hex(1)),
                                op("add_header", named("header", "h"))));
        fabric.programs()
                .at(Networks.id(star, "S"))
                .replication()
                .setGroup(1, List.of(new Replica(2, 0), new Replica(3, 0)));
        send(fabric, 0, "h0", "h2", 0, BYTES);
        fabric.run(1_000_000);
        PortCounters sent = fabric.counters().port(Networks.id(star, "h0"), 1);
        PortCounters received = fabric.counters().port(Networks.id(star, "S"), 1);
        assertEquals(10, received.rxFrames());
        assertEquals(Networks.frameBytes(BYTES, MTU), received.rxBytes());
        assertEquals(sent.txBytes(), received.rxBytes());
    }

    @Test
    void aPacketThatTheProgramCutsShortIsStillAFrame() {
        Fabric fabric = running(chain, program(ACROSS, op("truncate", hex(20))));
        send(fabric, 0, "A", "C", 0, BYTES);
        fabric.run(1_000_000);
        PortCounters out = fabric.counters().port(Networks.id(chain, "S1"), 2);
        assertEquals(10, out.txFrames());
        assertEquals(10 * 64, out.txBytes());
    }

    @Test
    void aQueueIsNotJoinedByAPacketAfterTheOneThatWasToJoinIt() {
        String isAck = expression("<", field("standard_metadata", "packet_length"), hex(200));
        String leavesBy = expression("-", hex(3), PORT);
        String joins = write("losslab_join", when(isAck, leavesBy, hex(7)), 6);
        Fabric fabric = running(chain, program(ACROSS + ", " + joins, NOTHING, "losslab_join"));
        fabric.counters().countQueues();
        send(fabric, 0, "A", "C", 0, 100_000);
        send(fabric, 1, "C", "A", 0, 100_000);
        fabric.run(1_000_000);
        for (int port = 1; port <= 2; port++) {
            assertEquals(0, queue(fabric, port, 5).sentFrames());
            assertEquals(98, queue(fabric, port, 0).sentFrames());
        }
    }

    @Test
    void aPacketThatGoesNowhereLeavesNoQueueToJoin() {
        String isControllers = expression("==", PORT, hex(255));
        String joins = write("losslab_join", when(isControllers, hex(2), hex(7)), 6);
        Fabric fabric = running(chain, program(ACROSS + ", " + joins, NOTHING, "losslab_join"));
        fabric.counters().countQueues();
        int middle = Networks.id(chain, "S1");
        fabric.controllerFrames(middle).packetOut(middle, new byte[60]);
        send(fabric, 0, "A", "C", 0, BYTES);
        fabric.run(1_000_000);
        assertEquals(0, queue(fabric, 2, 5).sentFrames());
        assertEquals(10, queue(fabric, 2, 0).sentFrames());
    }

    @Test
    void theNextProgramFindsNoQueueStopped() {
        String stops = write("losslab_queue_paused", hex(8 * 2), 1);
        P4Program first = program(ACROSS + ", " + stops, NOTHING, "losslab_queue_paused");
        assertEndsOnceReplaced(first, program(ACROSS, NOTHING));
    }

    @Test
    void theNextProgramFindsNoHeadThatWaits() {
        String holds =
                write("losslab_watched_heads", hex(2), 1)
                        + ", "
                        + write("losslab_head", hex(2), 255);
        P4Program first =
                program(ACROSS + ", " + holds, NOTHING, "losslab_watched_heads", "losslab_head");
        assertEndsOnceReplaced(first, program(ACROSS, NOTHING));
    }

    private void assertEndsOnceReplaced(P4Program first, P4Program second) {
        Fabric fabric = running(chain, first);
        send(fabric, 0, "A", "C", 0, BYTES);
        fabric.run(100_000);
        assertEquals(0, fabric.counters().port(Networks.id(chain, "S1"), 2).txFrames());
        fabric.programs().set(Networks.id(chain, "S1"), second);
        fabric.run(1_000_000);
        assertEquals(1, fabric.drainFlows().size());
    }

    @Test
    void theNextProgramFindsAllQueuesAtOneLevel() {
        String toThird =
                leaves(hex(3)) + ", " + op("assign", field("standard_metadata", "priority"), PORT);
        String raises = write("losslab_queue_level", hex(8 * 3 + 2), 3);
        Fabric fabric =
                running(star, program(toThird + ", " + raises, NOTHING, "losslab_queue_level"));
        send(fabric, 0, "h0", "h2", 0, 1_000);
        fabric.run(50_000);
        fabric.programs().set(Networks.id(star, "S"), program(toThird, NOTHING));
        fabric.counters().countQueues();
        send(fabric, 1, "h0", "h2", 100_000, 1_000_000);
        send(fabric, 2, "h1", "h2", 100_000, 1_000_000);
        fabric.run(150_000);
        int middle = Networks.id(star, "S");
        long first = fabric.counters().queue(middle, 3, 1).sentFrames();
        long second = fabric.counters().queue(middle, 3, 2).sentFrames();
        assertTrue(first > 200 && Math.abs(first - second) <= 2, first + " and " + second);
    }

    private static void send(
            Fabric fabric, int flow, String from, String to, long atNanos, long bytes) {
        Topology topology = fabric.topology();
        fabric.addFlow(
                FlowSpec.scheduled(
                        flow,
                        Networks.id(topology, from),
                        Networks.id(topology, to),
                        49_152 + flow,
                        Networks.PRIORITY,
                        MessageSchedule.of(new long[] {atNanos}, new long[] {bytes})));
    }

    private QueueCounters queue(Fabric fabric, int port, int queue) {
        return fabric.counters().queue(Networks.id(chain, "S1"), port, queue);
    }

    private static Fabric running(Topology topology, P4Program program) {
        Fabric fabric = Networks.fabric(topology, MTU);
        fabric.programs().set(topology.switches().get(0).id(), program);
        return fabric;
    }

    /** A program without headers of one action each, with registers of these names. */
    private static P4Program program(String ingress, String egress, String... registers) {
        StringBuilder arrays = new StringBuilder();
        for (int id = 0; id < registers.length; id++) {
            arrays.append(id == 0 ? "" : ", ")
                    .append(
                            "{'name': '%s', 'id': %d, 'size': %d, 'bitwidth': 64}"
                                    .formatted(registers[id], id, CELLS));
        }
        return new TestProgram()
                .with("register_arrays", "[" + arrays + "]")
                .parser("[]")
                .actions(ingress, egress)
                .read();
    }

    private static String leaves(String by) {
        return op("assign", field("standard_metadata", "egress_spec"), by);
    }

    private static String write(String register, String cell, long value) {
        return op("register_write", named("register_array", register), cell, hex(value));
    }

    private static String when(String condition, String then, String otherwise) {
        return "{'type': 'expression', 'value': {'op': '?', 'cond': %s, 'left': %s, 'right': %s}}"
                .formatted(condition, then, otherwise);
    }
}
