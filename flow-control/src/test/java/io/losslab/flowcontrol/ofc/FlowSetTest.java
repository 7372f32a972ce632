package io.losslab.flowcontrol.ofc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FlowSetTest {
    /** Each step adds one to a number's count or, every third, takes one off. */
    @Property(tries = 200)
    void countsLikeAMap(@ForAll @Size(max = 300) List<@IntRange(min = 1, max = 60) Integer> steps) {
        FlowSet set = new FlowSet();
        Map<Long, Integer> model = new HashMap<>();
        int step = 0;
        for (int number : steps) {
            long key = (long) number << 32 | 7;
            if (++step % 3 != 0) {
                assertEquals(model.merge(key, 1, Integer::sum) == 1, set.increment(key));
            } else if (model.containsKey(key)) {
                boolean last = model.merge(key, -1, Integer::sum) == 0;
                model.values().remove(0);
                assertEquals(last, set.decrement(key));
            }
            assertEquals(model.containsKey(key), set.contains(key));
        }
        assertEquals(model.keySet(), keys(set));
        assertEquals(model.size(), set.size());
    }

    @Property(tries = 100)
    void removesWhatIsThereAndNothingElse(
            @ForAll @Size(max = 100) Set<@IntRange(min = 1, max = 200) Integer> in,
            @ForAll @Size(max = 100) Set<@IntRange(min = 1, max = 200) Integer> out) {
        FlowSet set = new FlowSet();
        in.forEach(set::add);
        for (int number : out) {
            assertEquals(in.contains(number), set.remove(number));
        }
        Set<Long> left = new HashSet<>();
        in.stream().filter(number -> !out.contains(number)).forEach(n -> left.add((long) n));
        assertEquals(left, keys(set));
    }

    private static Set<Long> keys(FlowSet set) {
        Set<Long> keys = new HashSet<>();
        for (int slot = 0; slot < set.slots(); slot++) {
            if (set.at(slot) != 0) {
                keys.add(set.at(slot));
            }
        }
        return keys;
    }

    /** A frame from elsewhere may list one. */
    @Test
    void zeroIsNoNumber() {
        FlowSet set = new FlowSet();
        for (int i = 0; i < 100; i++) {
            assertFalse(set.add(0));
        }
        assertEquals(0, set.size());
        assertEquals(16, set.slots());
    }
}
