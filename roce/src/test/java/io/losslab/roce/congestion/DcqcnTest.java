package io.losslab.roce.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DcqcnTest {
    private static final long LINE = 100_000_000_000L;
    private static final FlowPath PATH = new FlowPath(LINE, LINE, 10_000);

    /** Those of simulators in which every marked packet brings a CNP. */
    private static final Settings SIMULATORS =
            Settings.NONE
                    .with("alphaInterval", 1_000)
                    .with("increaseTimer", 900_000)
                    .with("fastRecoverySteps", 1)
                    .with("rateAi", 50_000_000)
                    .with("rateHai", 100_000_000);

    /**
     * DCQCN, 3.1: alpha estimates the share of marked packets; here all are, so it stays near 1.
     */
    @Test
    void underLastingCongestionAlphaStaysHighByDefault() {
        Dcqcn dcqcn = dcqcn(Settings.NONE);
        for (long now = 0; now <= 10_000_000; now += 50_000) {
            dcqcn.onCnp(now);
        }
        assertTrue(dcqcn.alpha() > 0.75, "alpha: " + dcqcn.alpha());
    }

    @Test
    void anAlphaIntervalBelowThatOfCnpsIsAProblem() {
        assertEquals(List.of(), problems(Settings.NONE));
        assertEquals(List.of(), problems(SIMULATORS.with("cnpInterval", 0)));
        assertEquals(List.of("alphaInterval"), problems(SIMULATORS));
    }

    private static List<String> problems(Settings given) {
        Settings complete = SettingDefaults.complete("dcqcn", DcqcnSettings.TYPE.settings(), given);
        return DcqcnSettings.TYPE.contradictions().apply(complete).stream()
                .map(SettingProblem::field)
                .toList();
    }

    @Test
    void runsAtLineRateUntilNotified() {
        assertEquals(LINE, dcqcn().rateBitsPerSecond(1_000_000_000));
    }

    /** The first CNP finds alpha 1: half the rate. The target is what the rate was. */
    @Test
    void theFirstNotificationHalvesTheRate() {
        Dcqcn dcqcn = dcqcn();
        dcqcn.onCnp(1_000);
        assertEquals(LINE / 2, dcqcn.rateBitsPerSecond(1_000));
        assertEquals(LINE, dcqcn.targetBitsPerSecond());
    }

    /** Rc = (Rc + Rt) / 2 every 900 us; the target, at line rate, cannot grow. */
    @Test
    void winsBackHalfTheWayATimer() {
        Dcqcn dcqcn = dcqcn();
        dcqcn.onCnp(0);
        assertEquals(50_000_000_000L, dcqcn.rateBitsPerSecond(899_999));
        assertEquals(75_000_000_000L, dcqcn.rateBitsPerSecond(900_000));
        assertEquals(87_500_000_000L, dcqcn.rateBitsPerSecond(1_800_000));
        assertEquals(LINE, dcqcn.rateBitsPerSecond(900_000_000));
    }

    /** Second decrease: target 50 G; then 50 (fast), +50 M (additive), +100 M (hyper) halfway. */
    @Test
    void targetGrowsAfterFastRecovery() {
        Dcqcn dcqcn = dcqcn();
        dcqcn.onCnp(0);
        dcqcn.onCnp(4_000);
        double alpha = Math.pow(255 / 256.0, 4);
        double low = 50e9 * (1 - alpha / 2);
        assertEquals(low, dcqcn.rateBitsPerSecond(4_000), 1);
        double fast = (low + 50e9) / 2;
        assertEquals(fast, dcqcn.rateBitsPerSecond(904_000), 1);
        double additive = (fast + 50.05e9) / 2;
        assertEquals(additive, dcqcn.rateBitsPerSecond(1_804_000), 1);
        assertEquals((additive + 50.15e9) / 2, dcqcn.rateBitsPerSecond(2_704_000), 1);
    }

    /** Figure 7: a decrease sets T back, so that fast recovery leads to the new target first. */
    @Test
    void everyDecreaseBeginsFastRecoveryAnew() {
        Dcqcn dcqcn = dcqcn();
        dcqcn.onCnp(0);
        dcqcn.onCnp(4_000);
        double before = dcqcn.rateBitsPerSecond(2_704_000);
        dcqcn.onCnp(2_704_000);
        double low = dcqcn.rateBitsPerSecond(2_704_000);
        assertTrue(low < before);
        assertEquals((low + before) / 2, dcqcn.rateBitsPerSecond(3_604_000), 2);
        assertEquals(before, dcqcn.targetBitsPerSecond(), 1);
    }

    @Test
    void decreasesAtMostOnceAnInterval() {
        Dcqcn dcqcn = dcqcn();
        dcqcn.onCnp(0);
        dcqcn.onCnp(1_000);
        dcqcn.onCnp(2_000);
        assertEquals(LINE / 2, dcqcn.rateBitsPerSecond(3_999));
        assertTrue(dcqcn.rateBitsPerSecond(4_000) < LINE / 2);
        long afterTwo = dcqcn.rateBitsPerSecond(4_000);
        assertEquals(afterTwo, dcqcn.rateBitsPerSecond(100_000), "three CNPs, two decreases");
    }

    /** Alpha decays by 255/256 each microsecond without a CNP. */
    @Test
    void alphaForgetsOldMarks() {
        Dcqcn dcqcn = dcqcn();
        dcqcn.onCnp(0);
        dcqcn.onCnp(256_000);
        assertEquals(Math.pow(255 / 256.0, 256), dcqcn.alpha(), 1e-9);
    }

    @Property(tries = 100)
    void rateStaysWithinItsBounds(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Dcqcn dcqcn = dcqcn();
        long now = 0;
        for (int i = 0; i < 300; i++) {
            now += random.nextLong(1L << random.nextInt(1, 22));
            if (random.nextInt(3) > 0) {
                dcqcn.onCnp(now);
            }
            long rate = dcqcn.rateBitsPerSecond(now);
            assertTrue(rate >= 100_000_000 && rate <= LINE, "rate: " + rate);
            assertTrue(dcqcn.alpha() >= 0 && dcqcn.alpha() <= 1, "alpha: " + dcqcn.alpha());
        }
    }

    /** Figure 7: Rt = Rc at every decrease. */
    @Test
    void everyDecreaseClampsTheTargetRate() {
        Dcqcn dcqcn = dcqcn();
        dcqcn.onCnp(0);
        dcqcn.onCnp(4_000);
        assertEquals(LINE / 2, dcqcn.targetBitsPerSecond(), 1);
    }

    @Test
    void unclampedOnlyTheFirstDecreaseAfterAnIncreaseSetsTheTargetRate() {
        Dcqcn dcqcn = dcqcn(SIMULATORS.with("clampTargetRate", "false"));
        dcqcn.onCnp(0);
        dcqcn.onCnp(4_000);
        assertEquals(LINE, dcqcn.targetBitsPerSecond(), "two decreases in a row");
        double increased = dcqcn.rateBitsPerSecond(904_000);
        dcqcn.onCnp(904_000);
        assertEquals(increased, dcqcn.targetBitsPerSecond(), 1);
    }

    private static Dcqcn dcqcn() {
        return dcqcn(SIMULATORS);
    }

    private static Dcqcn dcqcn(Settings settings) {
        return (Dcqcn) DcqcnSettings.TYPE.make(settings).make(PATH);
    }
}
