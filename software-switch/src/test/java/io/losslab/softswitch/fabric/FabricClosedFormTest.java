package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.Networks.PIPELINE_PICOS;
import static io.losslab.softswitch.fabric.Networks.PRIORITY;
import static io.losslab.softswitch.fabric.Networks.RATE;
import static io.losslab.softswitch.fabric.Networks.id;
import static io.losslab.softswitch.fabric.Networks.picosPerByte;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.roce.host.TransportSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fabric against what can be worked out on paper, without flow control in the way. */
class FabricClosedFormTest {
    @Provide
    Arbitrary<DataRate> rates() {
        return Arbitraries.of("10Gbps", "25Gbps", "40Gbps", "100Gbps", "200Gbps", "400Gbps")
                .map(DataRate::parse);
    }

    @Provide
    Arbitrary<Integer> mtus() {
        return Arbitraries.integers()
                .between(TransportSettings.MIN_MTU_BYTES, TransportSettings.MAX_MTU_BYTES);
    }

    /**
     * Packets of a message follow each other through links of one rate: the line carries all of
     * them once, and the longest once more on each further link.
     */
    static long oneWayPicos(
            long bytes, int mtu, int switches, DataRate rate, long delayNanos, long firstBytes) {
        long wire = Networks.wireBytes(bytes, mtu) + firstBytes;
        return (wire + switches * Networks.longestWireBytes(bytes, mtu)) * picosPerByte(rate)
                + (switches + 1) * delayNanos * 1000
                + switches * PIPELINE_PICOS;
    }

    @Property(tries = 150)
    void aLoneMessageTakesItsSerialisationOncePerStoreAndForward(
            @ForAll @LongRange(min = 1, max = 300_000) long bytes,
            @ForAll("mtus") int mtu,
            @ForAll("rates") DataRate rate,
            @ForAll @IntRange(min = 1, max = 5) int switches,
            @ForAll @IntRange(min = 0, max = 50_000) int delayNanos) {
        Topology topology = Networks.chain(switches, rate, delayNanos);
        Fabric fabric = Networks.fabric(topology, mtu);
        fabric.addFlow(Networks.message(7, id(topology, "A"), id(topology, "C"), bytes));
        long picos = oneWayPicos(bytes, mtu, switches, rate, delayNanos, 0);
        fabric.run(picos / 1000 + 1);
        FlowLog log = fabric.drainFlows();
        assertEquals(1, log.size());
        assertEquals(7, log.flow(0));
        assertEquals(bytes, log.bytes(0));
        assertEquals(0, log.startNanos(0));
        assertEquals(picos / 1000, log.endNanos(0));
    }

    /** A byte need not take whole picoseconds. */
    @ParameterizedTest
    @ValueSource(strings = {"60Gbps", "3200Gbps"})
    void aLineOfAnyRateSendsAtThatRate(String rate) {
        Topology topology = Networks.chain(1, DataRate.parse(rate), 1_000);
        Fabric fabric = Networks.fabric(topology, 4096);
        long bytes = 10_000_000;
        fabric.addFlow(Networks.message(1, id(topology, "A"), id(topology, "C"), bytes));
        fabric.run(10_000_000);
        double wireBytes = Networks.wireBytes(bytes, 4096) + Networks.longestWireBytes(bytes, 4096);
        double nanos = wireBytes * 8e9 / DataRate.parse(rate).bitsPerSecond();
        double expected = nanos + 2 * 1_000 + PIPELINE_PICOS / 1000.0;
        assertEquals(expected, fabric.drainFlows().endNanos(0), 5);
    }

    /** Each way an ACK goes ahead of what answers it: it is sent when the last packet is in. */
    @ParameterizedTest
    @CsvSource({"8192,4096,2", "8192,1024,1", "2,4096,3", "65536,4096,2", "10000,4096,2"})
    void aLatencyFlowReportsTheRoundTrip(long bytes, int mtu, int switches) {
        long delayNanos = 1_700;
        Topology topology = Networks.chain(switches, RATE, delayNanos);
        Fabric fabric = Networks.fabric(topology, mtu);
        fabric.addFlow(
                FlowSpec.latency(1, id(topology, "A"), id(topology, "C"), 50_000, PRIORITY, bytes)
                        .times(5));
        fabric.run(10_000_000);
        long ackBytes = RoceFrame.wireBytes(RoceFrame.ackFrameBytes());
        long first = oneWayPicos(bytes, mtu, switches, RATE, delayNanos, 0);
        long answer = oneWayPicos(bytes, mtu, switches, RATE, delayNanos, ackBytes);
        FlowLog log = fabric.drainFlows();
        assertEquals(5, log.size());
        long picos = 0;
        for (int row = 0; row < 5; row++) {
            assertEquals(picos / 1000, log.startNanos(row));
            picos += (row == 0 ? first : answer) + answer;
            assertEquals(picos / 1000, log.endNanos(row));
        }
    }

    @ParameterizedTest
    @CsvSource({"1000000,4096,16", "65536,1024,128", "4000000,4096,4", "1,256,2000"})
    void aLoneBandwidthFlowsGoodputIsTheLinesLessHeaders(long bytes, int mtu, int txDepth) {
        Topology topology = Networks.chain(2, RATE, 1_000);
        Fabric fabric = Networks.fabric(topology, mtu);
        int a = id(topology, "A");
        int c = id(topology, "C");
        fabric.addFlow(FlowSpec.bandwidth(1, a, c, 50_000, PRIORITY, bytes, txDepth));
        fabric.run(5_000_000);
        FlowLog log = fabric.drainFlows();
        assertTrue(log.size() >= 10, "only " + log.size() + " messages");
        long messagePicos = Networks.wireBytes(bytes, mtu) * picosPerByte(RATE);
        long firstPicos = oneWayPicos(bytes, mtu, 2, RATE, 1_000, 0);
        for (int row = 0; row < log.size(); row++) {
            assertEquals((firstPicos + row * messagePicos) / 1000, log.endNanos(row));
        }
        assertEquals(log.size() * bytes, fabric.counters().host(c).payloadBytesDelivered());
        double goodput = RATE.bitsPerSecond() * (double) bytes / Networks.wireBytes(bytes, mtu);
        int last = log.size() - 1;
        long span = log.endNanos(last) - log.endNanos(0);
        assertEquals(goodput, last * bytes * 8e9 / span, goodput * 2 / span);
    }

    /** The bottleneck never idles from the first packet's arrival on. */
    @Property(tries = 60)
    void anIncastIsOverWhenTheBottleneckHasCarriedEveryByte(
            @ForAll @IntRange(min = 2, max = 24) int senders,
            @ForAll @LongRange(min = 1, max = 400_000) long bytes,
            @ForAll("mtus") int mtu,
            @ForAll("rates") DataRate rate) {
        assertEquals(
                incastPicos(senders, bytes, mtu, rate) / 1000,
                incastNanos(senders, bytes, mtu, rate, false));
    }

    /** Pausing the senders moves the queue, not the end, as long as XON covers the round trip. */
    @ParameterizedTest
    @ValueSource(ints = {2, 7, 16})
    void pausesDoNotDelayAnIncast(int senders) {
        assertEquals(
                incastPicos(senders, 1_000_000, 1024, RATE) / 1000,
                incastNanos(senders, 1_000_000, 1024, RATE, true));
    }

    /**
     * M/D/1: mean wait rho / (2 mu (1 - rho)). Many hosts send single-packet messages at Poisson
     * times, so that their own lines hardly thin the process out; each host's line is an M/D/1
     * queue itself, of a small load.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.8})
    void aPoissonFedPortWaitsAsMD1(double load) {
        int senders = 100;
        int bytes = 4096;
        Topology topology = Networks.star(senders + 1, RATE, 500);
        Fabric fabric = Networks.fabric(topology, 4096);
        long servicePicos = Networks.wireBytes(bytes, 4096) * picosPerByte(RATE);
        SplittableRandom random = new SplittableRandom(20_260_101);
        int messages = 6_000;
        double meanGapNanos = servicePicos / 1000.0 * senders / load;
        for (int sender = 1; sender <= senders; sender++) {
            long[] times = new long[messages];
            long[] sizes = new long[messages];
            double at = 0;
            for (int i = 0; i < messages; i++) {
                at += -Math.log(1 - random.nextDouble()) * meanGapNanos;
                times[i] = (long) at;
                sizes[i] = bytes;
            }
            fabric.addFlow(
                    FlowSpec.scheduled(
                            sender,
                            id(topology, "h" + sender),
                            id(topology, "h0"),
                            50_000,
                            PRIORITY,
                            MessageSchedule.of(times, sizes)));
        }
        fabric.run((long) (messages * meanGapNanos * 0.9));
        FlowLog log = fabric.drainFlows();
        double alone = oneWayPicos(bytes, 4096, 1, RATE, 500, 0) / 1000.0;
        double sum = 0;
        for (int row = 0; row < log.size(); row++) {
            sum += log.endNanos(row) - log.startNanos(row) - alone;
        }
        double expected =
                md1WaitNanos(load, servicePicos) + md1WaitNanos(load / senders, servicePicos);
        assertEquals(expected, sum / log.size(), 0.05 * expected);
    }

    /**
     * D. V. Lindley, "The theory of queues with a single server", 1952: a packet departs one
     * service time after the later of its own arrival and the departure before it, at its host's
     * line and then at the port that all share.
     */
    @Property(tries = 20)
    void everyPacketOfASharedPortDepartsAsLindleysRecursionSays(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 40) int senders) {
        int messages = 400;
        long servicePicos = Networks.wireBytes(1000, 1000) * picosPerByte(RATE);
        long travelPicos = 500_000;
        Topology topology = Networks.star(senders + 1, RATE, travelPicos / 1000);
        Fabric fabric = Networks.fabric(topology, 1000);
        SplittableRandom random = new SplittableRandom(seed);
        List<long[]> arrivals = new ArrayList<>();
        for (int sender = 1; sender <= senders; sender++) {
            long[] times = new long[messages];
            long[] sizes = new long[messages];
            long departed = 0;
            double at = 0;
            for (int i = 0; i < messages; i++) {
                at += -Math.log(1 - random.nextDouble()) * servicePicos / 1000 * senders / 0.9;
                // No two senders post at the same time: which packet goes first is no question.
                times[i] = (long) at / senders * senders + sender - 1;
                sizes[i] = 1000;
                departed = Math.max(departed, times[i] * 1000) + servicePicos;
                arrivals.add(new long[] {departed + travelPicos + PIPELINE_PICOS, sender, i});
            }
            fabric.addFlow(
                    FlowSpec.scheduled(
                            sender,
                            id(topology, "h" + sender),
                            id(topology, "h0"),
                            50_000,
                            PRIORITY,
                            MessageSchedule.of(times, sizes)));
        }
        arrivals.sort(Comparator.comparingLong(arrival -> arrival[0]));
        long[][] expected = new long[senders + 1][messages];
        long departed = 0;
        for (long[] arrival : arrivals) {
            departed = Math.max(departed, arrival[0]) + servicePicos;
            expected[(int) arrival[1]][(int) arrival[2]] = departed + travelPicos;
        }
        fabric.run(10_000_000_000L);
        FlowLog log = fabric.drainFlows();
        assertEquals(senders * messages, log.size());
        int[] completed = new int[senders + 1];
        for (int row = 0; row < log.size(); row++) {
            int sender = log.flow(row);
            long end = expected[sender][completed[sender]++] / 1000;
            assertEquals((double) end, (double) log.endNanos(row), 1, "message of h" + sender);
        }
    }

    private static double md1WaitNanos(double load, long servicePicos) {
        return load * servicePicos / 1000 / (2 * (1 - load));
    }

    private static long incastPicos(int senders, long bytes, int mtu, DataRate rate) {
        long firstIn = Networks.longestWireBytes(bytes, mtu) * picosPerByte(rate);
        return firstIn
                + PIPELINE_PICOS
                + senders * Networks.wireBytes(bytes, mtu) * picosPerByte(rate)
                + 2 * 1_000_000;
    }

    private static long incastNanos(
            int senders, long bytes, int mtu, DataRate rate, boolean pausing) {
        Topology topology = Networks.star(senders + 1, rate, 1_000);
        Fabric fabric = Networks.fabric(topology, mtu);
        if (pausing) {
            Networks.pfcEverywhere(fabric, 1 << PRIORITY, 100_000, 60_000);
        }
        for (int sender = 1; sender <= senders; sender++) {
            fabric.addFlow(
                    Networks.message(
                            sender, id(topology, "h" + sender), id(topology, "h0"), bytes));
        }
        fabric.run(1_000_000_000L);
        FlowLog log = fabric.drainFlows();
        assertEquals(senders, log.size());
        assertEquals(0, Networks.dropped(fabric));
        assertEquals(
                pausing,
                fabric.counters().host(id(topology, "h1")).pauseFramesReceived() > 0,
                "pauses");
        long end = 0;
        for (int row = 0; row < log.size(); row++) {
            end = Math.max(end, log.endNanos(row));
        }
        return end;
    }
}
