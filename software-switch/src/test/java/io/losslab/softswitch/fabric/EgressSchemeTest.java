package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Ndc;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.observe.EventLog;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the fabric promises an egress scheme (see {@link EgressScheme}). */
class EgressSchemeTest {
    private static final int MTU = 1_024;

    private final Topology star = Networks.star(3, Networks.RATE, 1_000);
    private final Fabric fabric = wide(star, 200);
    private final int middle = star.switches().get(0).id();
    private final int sender = Networks.id(star, "h0");
    private final int other = Networks.id(star, "h1");
    private final int receiver = Networks.id(star, "h2");

    @Test
    void everyPacketIsAnnouncedOnceComingAndGoing() {
        ScriptedEgress scheme = onSwitch();
        send(1, sender, 300_000);
        send(2, other, 300_000);
        fabric.run(1_000_000);
        long packets = 2 * ((300_000 + MTU - 1) / MTU);
        assertEquals(packets, scheme.enqueued);
        assertEquals(packets, scheme.dequeued);
        assertEquals(2, fabric.drainFlows().size());
    }

    @Test
    void aHeldQueueWaitsUntilItIsReleasedAndOthersGoOn() {
        ScriptedEgress scheme = onSwitch();
        scheme.queueOfFlow = flow -> 100 + flow;
        scheme.answerOfQueue = queue -> queue == 101 ? EgressScheme.HOLD : queue;
        send(1, sender, 100_000);
        send(2, other, 100_000);
        fabric.run(1_000_000);
        FlowLog log = fabric.drainFlows();
        assertEquals(1, log.size());
        assertEquals(2, log.flow(0));
        scheme.answerOfQueue = queue -> queue;
        scheme.plane.release(localPort(receiver), 101);
        fabric.run(2_000_000);
        assertEquals(1, fabric.drainFlows().size());
        assertEquals(0, fabric.counters().inFlight().packets());
    }

    @Test
    void aPacketHeldAtAnIdlePortWithoutRoomIsCountedOutAgain() {
        ScriptedEgress scheme = onSwitch();
        scheme.answerOfQueue = queue -> EgressScheme.HOLD;
        fabric.setBuffer(middle, 0);
        send(1, sender, MTU);
        fabric.run(100_000);
        assertEquals(1, Networks.dropped(fabric));
        assertEquals(1, scheme.enqueued);
        assertEquals(1, scheme.dequeued);
    }

    @Test
    void aMovedPacketLeavesByItsNewQueueInOrder() {
        ScriptedEgress scheme = onSwitch();
        scheme.queueOfFlow = flow -> 7;
        scheme.answerOfQueue = queue -> queue == 7 ? 180 : queue;
        send(1, sender, 200_000);
        send(2, other, 200_000);
        fabric.run(1_000_000);
        assertEquals(2, fabric.drainFlows().size());
        assertTrue(scheme.leftBy.stream().allMatch(queue -> queue == 180));
        assertEquals(0, fabric.counters().host(receiver).reorderedPackets());
        assertEquals(scheme.enqueued, scheme.dequeued, "a move is no second arrival");
    }

    @Test
    void higherLevelsGoFirstAndQueuesOfALevelShare() {
        ScriptedEgress scheme = onSwitch();
        scheme.queueOfFlow = flow -> flow == 1 ? 20 : flow == 2 ? 90 : 150;
        int port = localPort(receiver);
        scheme.plane.setLevel(port, 90, 2);
        for (int queue : new int[] {20, 90, 150}) {
            scheme.plane.hold(port, queue, DataPlane.NO_ROOT);
        }
        send(1, sender, 100 * MTU);
        send(2, other, 100 * MTU);
        send(3, sender, 100 * MTU);
        fabric.run(500_000);
        for (int queue : new int[] {20, 90, 150}) {
            scheme.plane.release(port, queue);
        }
        fabric.run(1_000_000);
        assertEquals(300, scheme.leftBy.size());
        assertTrue(scheme.leftBy.subList(0, 100).stream().allMatch(queue -> queue == 90));
        long early = scheme.leftBy.subList(100, 200).stream().filter(queue -> queue == 20).count();
        assertTrue(Math.abs(early - 50) <= 4, "of 100 packets, queue 20 sent " + early);
    }

    @Test
    void aHoldOnAccountOfARootIsAPauseAndIsLogged() {
        ScriptedEgress scheme = onSwitch();
        int port = localPort(receiver);
        scheme.plane.hold(port, 3, DataPlane.root(middle + 1, localPort(sender)));
        scheme.plane.hold(port, 4, DataPlane.NO_ROOT);
        fabric.run(10_000);
        scheme.plane.release(port, 3);
        scheme.plane.release(port, 4);
        fabric.run(20_000);
        assertEquals(10_000, fabric.counters().port(middle, port).pausedNanos());
        List<EventLog.Event> events = fabric.events().drain();
        assertEquals(2, events.size());
        assertEquals(3, events.get(0).queue());
        assertEquals(EventLog.Kind.PAUSE, events.get(0).kind());
        assertEquals(EventLog.Kind.RESUME, events.get(1).kind());
    }

    @Test
    void aSchemeAtAHostParksFlowsAndHearsOfTheirEnd() {
        ScriptedEgress scheme = onHost();
        int parked = 1;
        scheme.answerOfFlow = flow -> flow == parked ? EgressScheme.PARK : 0;
        send(1, sender, 100_000);
        send(2, sender, 100_000);
        fabric.run(1_000_000);
        assertEquals(List.of(2), scheme.endedFlows);
        scheme.answerOfFlow = flow -> 0;
        scheme.plane.unpark(parked);
        fabric.run(2_000_000);
        assertEquals(List.of(2, 1), scheme.endedFlows);
        assertEquals(2 * ((100_000 + MTU - 1) / MTU), scheme.ownSent);
    }

    @Test
    void aControlFrameIsForTheSchemeFirst() {
        ScriptedEgress scheme = onHost();
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(frame, 0, 1, 0xFF, PauseFrame.MAX_QUANTA);
        int towardsSender = fabric.numbers.of(middle, localPort(sender));
        fabric.whole().control.send(towardsSender, frame, 0, frame.length, DataPlane.NO_ROOT);
        send(1, sender, 100_000);
        fabric.run(1_000_000);
        assertEquals(1, scheme.frames);
        assertEquals(1, fabric.drainFlows().size(), "the scheme took the pause and ignored it");
    }

    @Test
    void tagsTravelOneHopAndHopsToFollowsThePath() {
        ScriptedEgress scheme = onSwitch();
        send(1, sender, 1_000);
        fabric.run(100_000);
        int device = middle + 1;
        assertEquals(0, scheme.plane.hopsTo(1, device, localPort(receiver)));
        assertEquals(-1, scheme.plane.hopsTo(1, device, localPort(other)));
        assertEquals(-1, scheme.plane.hopsTo(1, 99, 1));
        assertEquals(1, fabric.schemes().planeOf(sender).hopsTo(1, device, localPort(receiver)));
    }

    @Test
    void relayingHostsForwardInOrderAndAccountForWhatTheyHold() {
        LinkType links = new LinkType(Networks.RATE, new Nanos(1_000));
        SwitchType switches = new SwitchType(Networks.BUFFER, Node.DEFAULT_PIPELINE);
        Topology ndc = new Ndc(2, 1, List.of(links, links), switches, Networks.BUFFER).build();
        Fabric relaying = new Fabric(ndc);
        ShortestPaths.install(relaying);
        ndc.hosts().forEach(host -> relaying.configureHost(host.id(), HostSettings.withMtu(MTU)));
        int from = ndc.hosts().get(0).id();
        int to = ndc.hosts().get(3).id();
        relaying.addFlow(FlowSpec.bandwidth(1, from, to, 50_000, 3, 100_000, 4).times(20));
        relaying.addFlow(FlowSpec.bandwidth(2, to, from, 50_001, 3, 100_000, 4).times(20));
        relaying.run(2_000_000);
        assertEquals(40, relaying.drainFlows().size());
        assertEquals(0, relaying.counters().host(to).reorderedPackets());
        long forwarded =
                IntStream.range(1, 3)
                        .mapToLong(
                                node ->
                                        relaying.counters()
                                                        .port(ndc.hosts().get(node).id(), 1)
                                                        .rxBytes()
                                                + relaying.counters()
                                                        .port(ndc.hosts().get(node).id(), 2)
                                                        .rxBytes())
                        .sum();
        assertEquals(2 * 20 * Networks.frameBytes(100_000, MTU), forwarded);
        assertEquals(0, relaying.counters().inFlight().packets());
    }

    @Test
    void aSourceRouteMayPassASwitchTwice() {
        Topology chain = Networks.chain(2, Networks.RATE, 1_000);
        Fabric looping = Networks.fabric(chain, MTU);
        int from = chain.hosts().get(0).id();
        int to = chain.hosts().get(1).id();
        List<Integer> there = List.of(1, 2, 1, 2, 2);
        looping.addFlow(
                FlowSpec.bandwidth(1, from, to, 50_000, 3, 10_000, 1).times(3).along(there));
        looping.run(1_000_000);
        assertEquals(3, looping.drainFlows().size());
        int first = chain.switches().get(0).id();
        assertEquals(
                2 * 3 * Networks.frameBytes(10_000, MTU),
                looping.counters().port(first, 1).rxBytes()
                        + looping.counters().port(first, 2).rxBytes());
    }

    private ScriptedEgress onSwitch() {
        List<Integer> ports = List.of(1, 2, 3);
        return (ScriptedEgress) fabric.schemes().addEgress(middle, ports, ScriptedEgress::new);
    }

    private ScriptedEgress onHost() {
        return (ScriptedEgress) fabric.schemes().addEgress(sender, List.of(1), ScriptedEgress::new);
    }

    private void send(int flow, int from, long bytes) {
        fabric.addFlow(Networks.message(flow, from, receiver, bytes));
    }

    /** Port of the switch that leads to a host. */
    private int localPort(int host) {
        return fabric.whole()
                .ports
                .localNumber(fabric.whole().ports.peer(fabric.numbers.of(host, 1)));
    }

    private static Fabric wide(Topology topology, int queues) {
        Fabric wide = new Fabric(topology, queues);
        ShortestPaths.install(wide);
        topology.hosts().forEach(host -> wide.configureHost(host.id(), HostSettings.withMtu(MTU)));
        return wide;
    }
}
