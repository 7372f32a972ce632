package io.losslab.configs.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SpellingTest {
    @Test
    void findsTheNearWordAndNoFarOne() {
        List<String> known = List.of("duration", "warmup", "drain");
        assertEquals(Optional.of("warmup"), Spelling.nearest("warmpu", known));
        assertEquals(Optional.of("drain"), Spelling.nearest("Drain", known));
        assertEquals(Optional.empty(), Spelling.nearest("traffic", known));
        assertEquals("", Spelling.didYouMean("Q", List.of("A", "B")));
    }

    @Test
    void whatAWordBeginsComesFirst() {
        List<String> known = List.of("bifrost/b13", "bifrost/case-a", "bifrost/case-a-large");
        assertEquals(Optional.of("bifrost/case-a"), Spelling.nearest("bifrost/cas", known));
        assertEquals(Optional.of("bifrost/case-a"), Spelling.nearest("Bifrost/c", known));
        assertEquals(Optional.of("bifrost/b13"), Spelling.nearest("bifrost/b31", known));
        assertEquals(Optional.empty(), Spelling.nearest("b", known));
    }

    @Property
    void distanceIsSymmetricAndZeroOnlyForTheSameWord(
            @ForAll @AlphaChars @StringLength(max = 8) String a,
            @ForAll @AlphaChars @StringLength(max = 8) String b) {
        assertEquals(Spelling.distance(a, b), Spelling.distance(b, a));
        assertEquals(a.equals(b), Spelling.distance(a, b) == 0);
    }
}
