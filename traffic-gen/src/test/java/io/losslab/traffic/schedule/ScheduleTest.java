package io.losslab.traffic.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.units.DataSize;
import io.losslab.traffic.size.BundledWorkloads;
import io.losslab.traffic.size.FixedSize;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final long GBPS = 1_000_000_000L;
    private static final FixedSize KILOBYTE = new FixedSize(new DataSize(1_000));

    @Test
    void poissonOffersTheWantedLoad() {
        Span span = new Span(1_000_000, 401_000_000);
        PoissonArrivals arrivals =
                new PoissonArrivals(
                        BundledWorkloads.find("AliStorage").orElseThrow(),
                        0.6,
                        0,
                        PoissonArrivals.ANY_SITE);
        List<ScheduledFlow> flows = arrivals.schedule(ends(16), span, new SplittableRandom(1));
        double offered = bytes(flows) * 8.0 / 0.4 / (16 * 100.0 * GBPS);
        // Some 47,000 flows whose sizes deviate by 4.6 times their mean.
        assertEquals(0.6, offered, 0.03);
        assertEquals(1, flows.size() / arrivals.expectedFlows(ends(16), span), 0.02);
    }

    @Test
    void poissonGapsAreExponential() {
        Span span = new Span(0, 100_000_000);
        List<ScheduledFlow> flows =
                new PoissonArrivals(KILOBYTE, 0.01, 0, PoissonArrivals.ANY_SITE)
                        .schedule(
                                new Endpoints(List.of(host(0)), List.of(host(1))),
                                span,
                                new SplittableRandom(1));
        double meanGap = 8_000;
        long beyond = 0;
        for (int i = 1; i < flows.size(); i++) {
            long gap = flows.get(i).startNanos() - flows.get(i - 1).startNanos();
            beyond += gap > 2 * meanGap ? 1 : 0;
        }
        assertEquals(Math.exp(-2), beyond / (double) flows.size(), 0.01);
    }

    /** Of senders that begin at random, 1 - 1/e send within a mean gap. */
    @Test
    void poissonSendersDoNotAllBeginAtOnce() {
        Span span = new Span(500, 8_500);
        List<ScheduledFlow> flows =
                new PoissonArrivals(KILOBYTE, 0.01, 0, PoissonArrivals.ANY_SITE)
                        .schedule(ends(1_000), span, new SplittableRandom(1));
        long senders = flows.stream().map(ScheduledFlow::source).distinct().count();
        assertEquals(1 - Math.exp(-1), senders / 1_000.0, 0.05);
    }

    @Test
    void poissonSharesARateAmongItsSenders() {
        Span span = new Span(0, 100_000_000);
        Endpoints ends = new Endpoints(hosts(0, 8), hosts(8, 10));
        List<ScheduledFlow> flows =
                new PoissonArrivals(KILOBYTE, 0.5, 10 * GBPS, PoissonArrivals.ANY_SITE)
                        .schedule(ends, span, new SplittableRandom(1));
        assertEquals(0.5, bytes(flows) * 8.0 / 0.1 / (10 * GBPS), 0.01);
    }

    @Test
    void poissonSendsTheWantedShareToTheOtherSite() {
        Endpoints ends = ends(16);
        List<ScheduledFlow> flows =
                new PoissonArrivals(KILOBYTE, 0.01, 0, 0.3)
                        .schedule(ends, new Span(0, 10_000_000), new SplittableRandom(1));
        long inter = flows.stream().filter(f -> f.source() / 8 != f.destination() / 8).count();
        assertEquals(0.3, inter / (double) flows.size(), 0.01);
    }

    @Test
    void incastsComeEveryPeriodFromDifferentSendersAtOnce() {
        PeriodicIncast incast = new PeriodicIncast(KILOBYTE, 8, 5, 2_000, 0, Long.MAX_VALUE, 0);
        List<ScheduledFlow> flows =
                incast.schedule(ends(16), new Span(500, 10_000), new SplittableRandom(1));
        Map<Long, List<ScheduledFlow>> byStart =
                flows.stream()
                        .collect(
                                Collectors.groupingBy(
                                        ScheduledFlow::startNanos,
                                        TreeMap::new,
                                        Collectors.toList()));
        assertEquals(List.of(500L, 2_500L, 4_500L, 6_500L, 8_500L), List.copyOf(byStart.keySet()));
        byStart.values()
                .forEach(
                        wave -> {
                            assertEquals(40, wave.size());
                            assertEquals(
                                    8, wave.stream().map(ScheduledFlow::source).distinct().count());
                            assertEquals(
                                    1,
                                    wave.stream()
                                            .map(ScheduledFlow::destination)
                                            .distinct()
                                            .count());
                        });
        assertEquals(200, incast.expectedFlows(ends(16), new Span(500, 10_000)));
    }

    @Test
    void incastsEndWithTheirCount() {
        PeriodicIncast incast = new PeriodicIncast(KILOBYTE, 8, 5, 2_000, 0, 3, 0);
        Span span = new Span(500, 10_000);
        assertEquals(3 * 40, incast.schedule(ends(16), span, new SplittableRandom(1)).size());
        assertEquals(3 * 40, incast.expectedFlows(ends(16), span));
    }

    @Test
    void incastAtALoadKeepsTheReceiverThatBusy() {
        Endpoints ends = new Endpoints(hosts(1, 145), List.of(host(0)));
        List<ScheduledFlow> flows =
                new PeriodicIncast(KILOBYTE, 0, 5, 0, 0.5, Long.MAX_VALUE, 0)
                        .schedule(ends, new Span(0, 100_000_000), new SplittableRandom(1));
        assertEquals(0.5, bytes(flows) * 8 / 0.1 / (100.0 * GBPS), 0.001);
    }

    @Test
    void anIncastNeedsAsManySendersAsItsDegree() {
        PeriodicIncast incast = new PeriodicIncast(KILOBYTE, 8, 1, 2_000, 0, 1, 0);
        assertEquals(
                Optional.of("an incast of 8 to h0 needs more than 7 senders"),
                incast.problem(ends(8)));
        assertEquals(Optional.empty(), incast.problem(ends(9)));
    }

    @Test
    void burstGoesRoundSendersAndReceivers() {
        List<ScheduledFlow> flows =
                new Burst(KILOBYTE, 5, 0, 7)
                        .schedule(
                                new Endpoints(hosts(0, 2), hosts(5, 8)),
                                new Span(100, 1_000),
                                new SplittableRandom(1));
        assertEquals(
                List.of("100 0-5", "107 1-6", "114 0-7", "121 1-5", "128 0-6"),
                flows.stream()
                        .map(f -> f.startNanos() + " " + f.source() + "-" + f.destination())
                        .toList());
    }

    @Test
    void aBurstIsExpectedToSendWhatStartsBeforeTheStop() {
        Span span = new Span(100, 1_100);
        for (int stagger : new int[] {9, 10, 11}) {
            Burst staggered = new Burst(KILOBYTE, 101, 0, stagger);
            List<ScheduledFlow> flows = staggered.schedule(ends(8), span, new SplittableRandom(1));
            assertEquals(flows.size(), staggered.expectedFlows(ends(8), span));
        }
        assertEquals(101, new Burst(KILOBYTE, 101, 1_000, 0).expectedFlows(ends(8), span));
        Burst wide = new Burst(KILOBYTE, 10_000, 4_000, 0);
        assertEquals(2_500, wide.expectedFlows(ends(8), span));
        assertEquals(2_500, wide.schedule(ends(8), span, new SplittableRandom(1)).size(), 150);
        List<SplitBurst.Way> ways = List.of(new SplitBurst.Way(0, 1));
        SplitBurst split = new SplitBurst(KILOBYTE, 10_000, 4_000, ways);
        assertEquals(2_500, split.expectedFlows(ends(8), span));
    }

    @Test
    void messagesOfWindowsThatTheStopCutsOffAreNotExpected() {
        Span span = new Span(100, 100_100);
        List<Workload> workloads = new ArrayList<>();
        for (long window : List.of(0L, 700L, 40_000L, 100_000L, 400_000L)) {
            for (long period : List.of(0L, 130L, 1_000L)) {
                workloads.add(new Permutation(KILOBYTE, new Rounds(period, window)));
                workloads.add(new AllToAll(KILOBYTE, new Rounds(period, window)));
            }
            workloads.add(new PeriodicIncast(KILOBYTE, 20, 9, 0, 0.5, Long.MAX_VALUE, window));
            workloads.add(new PeriodicIncast(KILOBYTE, 20, 9, 700, 0, 120, window));
        }
        for (Workload workload : workloads) {
            int sent = workload.schedule(ends(40), span, new SplittableRandom(1)).size();
            double expected = workload.expectedFlows(ends(40), span);
            assertEquals(sent, expected, 4 * Math.sqrt(expected), workload::toString);
        }
        Permutation cut = new Permutation(KILOBYTE, new Rounds(0, 400_000));
        assertEquals(10, cut.expectedFlows(ends(40), span));
        assertEquals(40, cut.plannedFlows(ends(40), span));
    }

    @Test
    void splitBurstPartsItsFlowsBetweenWaysAndGoesRoundTheirHosts() {
        SplitBurst burst =
                new SplitBurst(
                        KILOBYTE,
                        10,
                        0,
                        List.of(new SplitBurst.Way(0, 3), new SplitBurst.Way(2, 1)));
        List<ScheduledFlow> flows =
                burst.schedule(ends(8), new Span(100, 200), new SplittableRandom(1));
        assertEquals(10, flows.size());
        assertEquals(
                Set.of("0-6", "1-7", "4-2", "5-3"),
                flows.stream()
                        .map(f -> f.source() + "-" + f.destination())
                        .collect(Collectors.toSet()));
        assertEquals(Optional.empty(), burst.problem(ends(8)));
        assertEquals(
                Optional.of("no way leads from a sender of rack 0 to a receiver of rack 3"),
                burst.problem(ends(6)));
    }

    @Test
    void everySplitOfABurstIsEquallyLikely() {
        SplitBurst burst =
                new SplitBurst(
                        KILOBYTE,
                        4,
                        0,
                        List.of(new SplitBurst.Way(0, 1), new SplitBurst.Way(1, 0)));
        SplittableRandom random = new SplittableRandom(7);
        int[] seen = new int[5];
        for (int i = 0; i < 5_000; i++) {
            seen[
                    (int)
                            burst.schedule(ends(4), new Span(0, 1), random).stream()
                                    .filter(flow -> flow.source() < 2)
                                    .count()]++;
        }
        for (int count : seen) {
            assertEquals(1_000, count, 120);
        }
    }

    @Test
    void allToAllJoinsEveryPairOnceARound() {
        List<ScheduledFlow> flows =
                new AllToAll(KILOBYTE, new Rounds(1_000, 0))
                        .schedule(ends(5), new Span(0, 2_500), new SplittableRandom(1));
        assertEquals(3 * 20, flows.size());
        assertEquals(
                20,
                flows.stream().map(f -> List.of(f.source(), f.destination())).distinct().count());
    }

    @Test
    void permutationGivesEveryHostOnePeer() {
        List<ScheduledFlow> flows =
                new Permutation(KILOBYTE, Rounds.ONE)
                        .schedule(ends(9), new Span(0, 10), new SplittableRandom(3));
        assertEquals(9, flows.stream().map(ScheduledFlow::source).distinct().count());
        assertEquals(9, flows.stream().map(ScheduledFlow::destination).distinct().count());
    }

    @Test
    void parameterServerAnswersWhatItGotWhenItHasEverything() {
        List<ScheduledFlow> flows =
                new ParameterServer(KILOBYTE, 2)
                        .schedule(
                                new Endpoints(hosts(1, 4), List.of(host(0))),
                                new Span(50, 1_000),
                                new SplittableRandom(1));
        assertEquals(12, flows.size());
        assertEquals(List.of(), flows.get(0).after());
        assertEquals(50, flows.get(0).startNanos());
        assertEquals(List.of(0, 1, 2), flows.get(4).after());
        assertEquals(0, flows.get(4).source());
        assertEquals(ParameterServer.BROADCAST, flows.get(4).stage());
        assertEquals(List.of(4), flows.get(7).after());
        assertEquals(List.of(6, 7, 8), flows.get(9).after());
    }

    @Test
    void expertsAreHotAfterZipf() {
        MixtureOfExperts moe = new MixtureOfExperts(20_000, new DataSize(1), 1, 1.0, 0);
        Endpoints ends = new Endpoints(List.of(host(9)), hosts(0, 4));
        List<Long> byHeat =
                moe.schedule(ends, new Span(0, 10), new SplittableRandom(1)).stream()
                        .filter(f -> f.stage().equals(MixtureOfExperts.DISPATCH))
                        .map(ScheduledFlow::bytes)
                        .sorted((a, b) -> Long.compare(b, a))
                        .toList();
        double harmonic = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0;
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(20_000 / harmonic / (rank + 1), (double) byHeat.get(rank), 300.0);
        }
    }

    @Test
    void everyTokenGoesToTwoExpertsInEveryBatch() {
        MixtureOfExperts moe = new MixtureOfExperts(256, new DataSize(4_096), 2, 1.0, 1_000);
        Endpoints ends = new Endpoints(hosts(20, 24), hosts(0, 8));
        List<ScheduledFlow> flows = moe.schedule(ends, new Span(0, 2_000), new SplittableRandom(1));
        assertEquals(2L * 2 * 4 * 256 * 2 * 4_096, bytes(flows));
    }

    @Test
    void queueStressSendsFromAllOtherRacksToEveryMth() {
        List<ScheduledFlow> flows =
                new QueueStress(KILOBYTE, 3, 40)
                        .schedule(ends(24), new Span(0, 10), new SplittableRandom(1));
        // Racks of two hosts: 12 racks, 4 of which receive.
        assertEquals(16 * 40, flows.size());
        flows.forEach(
                f -> {
                    assertEquals(2, f.destination() / 2 % 3);
                    assertTrue(f.source() / 2 % 3 != 2);
                });
    }

    @Test
    void theSameSeedGivesTheSameScheduleAndAnotherSeedAnother() {
        Span span = new Span(0, 1_000_000);
        var sizes = BundledWorkloads.find("FB_Hadoop").orElseThrow();
        List<Workload> workloads =
                List.of(
                        new PoissonArrivals(sizes, 0.5, 0, PoissonArrivals.ANY_SITE),
                        new PeriodicIncast(sizes, 3, 1, 100_000, 0, 5, 1_000),
                        new Burst(sizes, 50, 1_000, 0),
                        new SplitBurst(sizes, 50, 1_000, List.of(new SplitBurst.Way(0, 1))),
                        new AllToAll(sizes, Rounds.ONE),
                        new Permutation(sizes, Rounds.ONE),
                        new MixtureOfExperts(64, new DataSize(10), 2, 1, 0),
                        new QueueStress(sizes, 2, 4));
        for (Workload workload : workloads) {
            List<ScheduledFlow> first = workload.schedule(ends(8), span, new SplittableRandom(1));
            assertEquals(first, workload.schedule(ends(8), span, new SplittableRandom(1)));
            assertTrue(!first.equals(workload.schedule(ends(8), span, new SplittableRandom(2))));
            assertTrue(new HashSet<>(first).size() > 1);
        }
    }

    private static long bytes(List<ScheduledFlow> flows) {
        return flows.stream().mapToLong(ScheduledFlow::bytes).sum();
    }

    private static Endpoints ends(int hosts) {
        return new Endpoints(hosts(0, hosts), hosts(0, hosts));
    }

    private static List<Host> hosts(int from, int to) {
        List<Host> hosts = new ArrayList<>();
        for (int id = from; id < to; id++) {
            hosts.add(host(id));
        }
        return hosts;
    }

    /** Two hosts a rack, eight a site, all at 100 Gb/s. */
    private static Host host(int id) {
        return new Host(id, "h" + id, 100 * GBPS, id / 2, id / 8);
    }
}
