package io.losslab.traffic.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.units.DataSize;
import io.losslab.traffic.size.UniformSizes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class SchedulePropertiesTest {
    private static final UniformSizes SIZES =
            new UniformSizes(new DataSize(100), new DataSize(20_000));

    @Provide
    Arbitrary<Workload> workloads() {
        return Arbitraries.of(
                new PoissonArrivals(SIZES, 0.4, 0, PoissonArrivals.ANY_SITE),
                new PoissonArrivals(SIZES, 0.3, 0, 0.3),
                new PoissonArrivals(SIZES, 0.3, 0, 1),
                new PeriodicIncast(SIZES, 2, 2, 10_000, 0, Long.MAX_VALUE, 5_000),
                new PeriodicIncast(SIZES, 0, 1, 0, 0.5, 4, 0),
                new Burst(SIZES, 33, 30_000, 0),
                new Burst(SIZES, 33, 0, 100),
                new AllToAll(SIZES, new Rounds(20_000, 3_000)),
                new Permutation(SIZES, new Rounds(20_000, 0)),
                new MixtureOfExperts(16, new DataSize(4_096), 2, 1, 30_000),
                new QueueStress(SIZES, 2, 5));
    }

    @Property(tries = 60)
    void flowsKeepTheRulesOfASchedule(
            @ForAll("workloads") Workload workload,
            @ForAll @IntRange(min = 6, max = 20) int hosts,
            @ForAll long seed) {
        Endpoints ends = ends(hosts);
        Span span = new Span(1_000, 101_000);
        assertTrue(workload.problem(ends).isEmpty());
        List<ScheduledFlow> flows = workload.schedule(ends, span, new SplittableRandom(seed));
        long last = 0;
        for (int i = 0; i < flows.size(); i++) {
            ScheduledFlow flow = flows.get(i);
            assertTrue(flow.source() != flow.destination());
            if (flow.after().isEmpty()) {
                assertTrue(span.contains(flow.startNanos()));
                assertTrue(flow.startNanos() >= last, "times ascend");
                last = flow.startNanos();
            }
            for (int before : flow.after()) {
                assertTrue(before < i);
                assertEquals(flow.source(), flows.get(before).destination());
            }
        }
    }

    @Property(tries = 40)
    void whatExpertsGetTheySendBack(
            @ForAll @IntRange(min = 2, max = 12) int hosts,
            @ForAll @IntRange(min = 1, max = 50) int tokens,
            @ForAll long seed) {
        List<ScheduledFlow> flows =
                new MixtureOfExperts(tokens, new DataSize(4_096), 2, 1, 0)
                        .schedule(ends(hosts), new Span(0, 10), new SplittableRandom(seed));
        Map<List<Integer>, Long> balance = new HashMap<>();
        for (ScheduledFlow flow : flows) {
            boolean out = flow.stage().equals(MixtureOfExperts.DISPATCH);
            List<Integer> pair =
                    out
                            ? List.of(flow.source(), flow.destination())
                            : List.of(flow.destination(), flow.source());
            balance.merge(pair, out ? flow.bytes() : -flow.bytes(), Long::sum);
        }
        balance.forEach((pair, bytes) -> assertEquals(0, bytes, pair.toString()));
    }

    @Property(tries = 40)
    void theServerSendsBackWhatItGot(
            @ForAll @IntRange(min = 1, max = 12) int workers,
            @ForAll @IntRange(min = 1, max = 4) int rounds,
            @ForAll long seed) {
        List<ScheduledFlow> flows =
                new ParameterServer(SIZES, rounds)
                        .schedule(
                                new Endpoints(hosts(1, 1 + workers), hosts(0, 1)),
                                new Span(0, 10),
                                new SplittableRandom(seed));
        long pushed = bytes(flows, ParameterServer.PUSH);
        assertEquals(2 * workers * rounds, flows.size());
        assertEquals(pushed, bytes(flows, ParameterServer.BROADCAST));
    }

    private static long bytes(List<ScheduledFlow> flows, String stage) {
        return flows.stream()
                .filter(flow -> flow.stage().equals(stage))
                .mapToLong(ScheduledFlow::bytes)
                .sum();
    }

    private static Endpoints ends(int hosts) {
        return new Endpoints(hosts(0, hosts), hosts(0, hosts));
    }

    private static List<Host> hosts(int from, int to) {
        List<Host> hosts = new ArrayList<>();
        for (int id = from; id < to; id++) {
            hosts.add(new Host(id, "h" + id, 100_000_000_000L, id % 3, id % 2));
        }
        return hosts;
    }
}
