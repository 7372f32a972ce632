package io.losslab.analysis.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PauseSpansTest {
    private static final long END = 10_000_000;

    @Property(tries = 200)
    void reducingKeepsNumberTimeAndPlaceOfAllPauses(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int most) {
        List<PauseSpan> recorded = pauses(seed);

        PauseSpans reduced = PauseSpans.reduce(recorded, most, END);

        assertEquals(recorded.size(), reduced.spans().stream().mapToInt(PauseSpan::pauses).sum());
        assertEquals(time(recorded), time(reduced.spans()));
        assertTrue(reduced.joinedBelowNanos() <= END / 4096);
        int next = 0;
        for (PauseSpan span : reduced.spans()) {
            assertEquals(recorded.get(next).beginNanos(), span.beginNanos());
            for (int i = 0; i < span.pauses(); i++, next++) {
                PauseSpan pause = recorded.get(next);
                assertEquals(pause.cause(), span.cause());
                assertTrue(pause.isSameQueue(span));
                assertTrue(pause.endNanos() <= span.endNanos());
            }
            assertEquals(recorded.get(next - 1).endNanos(), span.endNanos());
        }
    }

    @Property(tries = 50)
    void whatFitsIsLeftAsItIs(@ForAll long seed) {
        List<PauseSpan> recorded = pauses(seed);

        assertEquals(recorded, PauseSpans.reduce(recorded, recorded.size(), END).spans());
    }

    private static long time(List<PauseSpan> spans) {
        return spans.stream().mapToLong(PauseSpan::pausedNanos).sum();
    }

    private static List<PauseSpan> pauses(long seed) {
        Random random = new Random(seed);
        List<PauseSpan> pauses = new ArrayList<>();
        for (int port = 0; port < 3; port++) {
            long time = 0;
            for (int i = 0; i < 100; i++) {
                long begin = time + random.nextInt(1 << random.nextInt(16));
                time = begin + random.nextInt(5_000);
                pauses.add(PauseSpan.single(port, 3, begin, time, random.nextInt(2)));
            }
        }
        return pauses;
    }
}
