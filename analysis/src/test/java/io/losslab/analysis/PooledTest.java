package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Pooled.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PooledTest {
    /** A run that was interrupted has no cell of the busiest traffic under one scheme. */
    @Test
    void aChangeIsOverCellsThatBothSidesHave() {
        List<Sample> pfc = new ArrayList<>();
        List<Sample> ofc = new ArrayList<>();
        for (int seed = 1; seed <= 2; seed++) {
            pfc.add(sample("pfc", seed, Map.of("flows", 240), 0.30));
            pfc.add(sample("pfc", seed, Map.of("flows", 640), 0.90));
            ofc.add(sample("ofc", seed, Map.of("flows", 240), 0.27));
        }
        assertEquals(-0.1, pooled(ofc).changeFrom(pooled(pfc)).orElseThrow().change(), 1e-12);
        assertEquals(
                1 / 0.9 - 1, pooled(pfc).changeFrom(pooled(ofc)).orElseThrow().change(), 1e-12);
    }

    @Test
    void aParameterThatOneSideSweepsAndTheOtherHasFixedPicksTheSame() {
        List<Sample> bifrost = List.of(sample("bifrost", 1, Map.of("update", "10us"), 7));
        List<Sample> cbfc =
                List.of(
                        sample("cbfc", 1, Map.of("update", "10us"), 5),
                        sample("cbfc", 1, Map.of("update", "300us"), 11));
        assertEquals(0.4, pooled(bifrost).changeFrom(pooled(cbfc)).orElseThrow().change(), 1e-12);
    }

    @Test
    void withoutACellInCommonMeansAtEachSeedAreCompared() {
        List<Sample> a =
                List.of(sample("a", 1, Map.of("hops", 1), 4), sample("a", 1, Map.of("hops", 3), 6));
        List<Sample> b = List.of(sample("b", 1, Map.of("hops", 2), 10));
        assertEquals(-0.5, pooled(a).changeFrom(pooled(b)).orElseThrow().change(), 1e-12);
    }

    private static Pooled pooled(List<Sample> samples) {
        return new Pooled(samples, 0, 0, 0, 1, null);
    }

    private static Sample sample(
            String scheme, int seed, Map<String, Object> others, double value) {
        Map<String, Object> params = new LinkedHashMap<>(others);
        params.put("scheme", scheme);
        params.put(Pooled.SEED, seed);
        return new Sample(params, value);
    }
}
