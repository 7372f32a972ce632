package io.losslab.softswitch.fabric.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RecordsTest {
    private static final int STREAMS = 5;

    /** Against a map of what is in use. */
    @Property(tries = 200)
    void aRecordIsHandedOutOnceUntilItIsReleasedAndKeepsWhatItSays(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 100) int mostPercentInUse) {
        SplittableRandom random = new SplittableRandom(seed);
        Records records = new Records(16);
        List<Integer> used = new ArrayList<>();
        Map<Integer, Integer> sequences = new HashMap<>();
        for (int step = 0; step < 2_000; step++) {
            if (used.isEmpty() || random.nextInt(100) < 30 + mostPercentInUse / 2) {
                int stream = random.nextInt(-2, STREAMS);
                int id = stream < 0 ? records.allocate() : records.allocate(stream);
                assertTrue(id > 0);
                assertEquals(null, sequences.put(id, step), "handed out twice");
                assertEquals(0, records.tagAndPort(id) | records.next(id));
                records.setBody(id, step, 0, 0, EventKind.DATA, 64);
                used.add(id);
            } else {
                int id = used.remove(random.nextInt(used.size()));
                assertEquals(sequences.remove(id), records.sequence(id));
                records.release(id);
            }
        }
        sequences.forEach((id, sequence) -> assertEquals(sequence, records.sequence(id)));
        boolean[] free = records.freeMap();
        for (int id = 1; id < free.length; id++) {
            assertEquals(!sequences.containsKey(id), free[id], "record " + id);
        }
    }

    @Test
    void recordsOfAStreamLieNextToOneAnother() {
        Records records = new Records(1_024);
        int first = records.allocate(3);
        for (int i = 1; i < 16; i++) {
            records.allocate(4);
            records.allocate();
            assertEquals(first + i, records.allocate(3));
        }
    }

    @Test
    void aBlockWhoseRecordsAreAllReleasedServesAnyStream() {
        Records records = new Records(64);
        int before = records.freeMap().length;
        for (int round = 0; round < 10_000; round++) {
            records.release(records.allocate(round % 2));
        }
        assertEquals(before, records.freeMap().length);
    }
}
