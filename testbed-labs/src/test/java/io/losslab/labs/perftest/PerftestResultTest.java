package io.losslab.labs.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.plan.perftest.PerftestSession;
import io.losslab.traffic.perftest.AverageLatency;
import io.losslab.traffic.perftest.PerftestOptions;
import io.losslab.traffic.perftest.PerftestTool;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class PerftestResultTest {
    /**
     * write_lat's client waits the gap and takes the time just before each post, so that a sample
     * is half of a round trip and the gap that follows it (run_iter_lat_write, print_report_lat).
     */
    @Property(tries = 200)
    void messagesHaveTheirOwnTimesWhateverTheGap(
            @ForAll @Size(min = 1, max = 50) List<@LongRange(min = 1_000, max = 9_000) Long> trips,
            @ForAll @IntRange(min = 0, max = 400) int gapMicros,
            @ForAll @LongRange(min = 0, max = 1_000_000_000L) long start) {
        long gap = gapMicros * 1_000L;
        double[] samples = trips.stream().mapToDouble(trip -> (trip + gap) / 2.0).toArray();
        List<Long> measured = new ArrayList<>();
        List<Long> posts = new ArrayList<>();
        result(gap, samples, start)
                .messages(
                        (posted, ended) -> {
                            posts.add(posted);
                            measured.add(ended - posted);
                        });
        assertEquals(trips, measured);
        long posted = start;
        for (int i = 0; i < posts.size(); i++) {
            assertEquals(posted, posts.get(i));
            posted += trips.get(i) + gap;
        }
    }

    @Property(tries = 20)
    void theMeanOfASessionIsWithoutTheGap(@ForAll @IntRange(min = 0, max = 400) int gapMicros) {
        long gap = gapMicros * 1_000L;
        PerftestResult mean = result(gap, new double[0], 0);
        assertEquals(2 * 500_000 - gap, mean.nanos());
        assertTrue(!mean.hasMessages());
    }

    private static PerftestResult result(long gap, double[] samples, long start) {
        PerftestOptions options =
                new PerftestOptions(
                        PerftestTool.WRITE_LATENCY,
                        new DataSize(8),
                        1,
                        1,
                        1_000,
                        new Nanos(0),
                        new Nanos(0),
                        new Nanos(gap),
                        1024,
                        3,
                        98,
                        18_515);
        return new PerftestResult(
                new PerftestSession(null, null, null, List.of(1), options),
                new AverageLatency(8, 1_000, 500, 1_000),
                samples,
                start);
    }
}
