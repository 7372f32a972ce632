package io.losslab.roce.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DscpMapTest {
    /** RFC 2474, 4.2.2.2: the selector is the upper three bits. */
    @Test
    void theStandardIsTheClassSelectorWithAnyDropPrecedence() {
        for (int dscp = 0; dscp < 64; dscp++) {
            assertEquals(dscp / 8, DscpMap.STANDARD.trafficClass(dscp));
        }
        assertEquals(24, DscpMap.STANDARD.dscp(3));
    }

    @Property
    void everyClassIsFoundByItsDscpAndAnyOtherDscpByItsSelector(
            @ForAll("dscps") List<Integer> dscps) {
        DscpMap map = new DscpMap(dscps);
        for (int dscp = 0; dscp < 64; dscp++) {
            int owner = dscps.indexOf(dscp);
            assertEquals(owner >= 0 ? owner : dscp / 8, map.trafficClass(dscp));
        }
        for (int each = 0; each < 8; each++) {
            assertEquals(dscps.get(each), map.dscp(each));
        }
    }

    @Test
    void mapsThatDoNotTellClassesApartAreRefused() {
        List<Integer> twice = new ArrayList<>(Collections.nCopies(8, 1));
        assertThrows(IllegalArgumentException.class, () -> new DscpMap(twice));
        assertThrows(
                IllegalArgumentException.class,
                () -> new DscpMap(List.of(0, 8, 16, 24, 32, 40, 48, 64)));
        assertThrows(IllegalArgumentException.class, () -> new DscpMap(List.of(0, 8)));
    }

    @Provide
    Arbitrary<List<Integer>> dscps() {
        return Arbitraries.shuffle(IntStream.range(0, 64).boxed().toList())
                .map(all -> List.copyOf(all.subList(0, 8)));
    }
}
