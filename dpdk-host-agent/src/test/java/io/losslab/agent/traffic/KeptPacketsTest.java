package io.losslab.agent.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class KeptPacketsTest {
    private static final int WINDOW = 1 << 12;

    /** What a map of sequence numbers says, it says too. */
    @Property(tries = 100)
    void knowsWhatCameAheadOfTheGap(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        KeptPackets kept = new KeptPackets(WINDOW);
        Map<Long, Long> model = new HashMap<>();
        long missing = random.nextLong(1L << 40);
        for (int i = 0; i < 400; i++) {
            long sequence = missing + 1 + random.nextInt(1 + random.nextInt(300));
            if (!model.containsKey(sequence)) {
                kept.keepFirst(sequence, missing, sequence % 3 == 0, 7 * sequence, sequence);
                model.put(sequence, 7 * sequence);
            }
            if (random.nextInt(4) == 0) {
                missing = advance(kept, model, missing);
            }
            for (Map.Entry<Long, Long> entry : model.entrySet()) {
                assertTrue(kept.has(entry.getKey(), missing));
                assertTrue(kept.isFirst(entry.getKey()));
                assertEquals(entry.getKey() % 3 == 0, kept.isLast(entry.getKey()));
                assertEquals(entry.getValue(), kept.remoteAddress(entry.getKey()));
                assertEquals(entry.getKey(), kept.messageBytes(entry.getKey()));
            }
            assertFalse(kept.has(missing, missing));
        }
    }

    @Test
    void keepsNoMoreThanItsWindow() {
        KeptPackets kept = new KeptPackets(100);

        assertTrue(kept.fits(109, 10));
        assertFalse(kept.fits(110, 10));
    }

    /** The missing packet comes, and those that follow it are no longer ahead. */
    private static long advance(KeptPackets kept, Map<Long, Long> model, long missing) {
        long next = missing + 1;
        while (kept.has(next, next)) {
            kept.forget(next);
            model.remove(next);
            next++;
        }
        return next;
    }
}
