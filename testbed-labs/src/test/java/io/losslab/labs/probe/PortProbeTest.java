package io.losslab.labs.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.profile.Measurement;
import io.losslab.configs.profile.Profile;
import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** What a probe finds of a software switch is what it was set to, to the packet. */
class PortProbeTest {
    private static final int[] RATES = {10, 25, 40, 100, 400};

    @Property(tries = 5, shrinking = ShrinkingMode.OFF)
    void staticThresholdsAreRightToThePacket(
            @ForAll @IntRange(min = 2_000, max = 90_000) int xoff,
            @ForAll @IntRange(min = 0, max = 100) int xonPercent,
            @ForAll @IntRange(min = 5_000, max = 80_000) int spare,
            @ForAll @IntRange(min = 0, max = 500) int nanos,
            @ForAll @IntRange(min = 100, max = 1_500) int size,
            @ForAll @IntRange(min = 0, max = 4) int from,
            @ForAll @IntRange(min = 0, max = 4) int to) {
        int xon = (int) ((long) xoff * xonPercent / 100);
        // What comes until the host stops must fit, or its reaction cannot be seen: 50 ns there and
        // back, 500 ns in the switch, and the host's reaction.
        int headroom = spare + RATES[from] * (700 + nanos) / 8;
        Profile profile =
                new ProbedLab(
                                RATES[from] + "Gbps",
                                RATES[to] + "Gbps",
                                "50ns",
                                "pauseReaction: %dns".formatted(nanos),
                                "xoff: %dB, xon: %dB, headroom: %dB".formatted(xoff, xon, headroom))
                        .probe(1_600, size);
        for (int frame : new int[] {1_600, size}) {
            int paused = ceil(xoff, frame);
            assertExactly(paused, profile, "xoff", frame);
            assertExactly(Math.min(paused - 1, xon / frame), profile, "xon", frame);
            assertExactly((xoff + headroom) / frame - paused, profile, "headroom", frame);
        }
        assertEquals("static", profile.pfc().text("threshold"));
        assertWithin(size, xoff, profile.pfc().whole("xoff"));
        assertTrue(profile.pfc().whole("headroom") <= headroom + size, profile::toString);
        assertContains(512, ProbedLab.of(profile, "switchQuantum", 0));
        assertContains(0, ProbedLab.of(profile, "switchPauseReaction", 0));
        assertContains(65_535, ProbedLab.of(profile, "pauseTime", 0));
        assertRefreshAtHalf(profile, RATES[from]);
        assertContains(nanos, ProbedLab.of(profile, "hostPauseReaction", 0));
        assertExactly(nanos, profile, "hostResumeReaction", 0);
        assertEquals(nanos, profile.pauseReaction().orElseThrow().nanos());
    }

    /** A frame of 119 B takes 2.78 ns at 400 Gbps, little more than the unit of a port's times. */
    @Example
    void resumeIsSeenWhereFramesTakeFewNanoseconds() {
        staticThresholdsAreRightToThePacket(49_028, 0, 5_391, 414, 119, 0, 4);
    }

    @Property(tries = 3, shrinking = ShrinkingMode.OFF)
    void dynamicThresholdsAreRightToThePacket(
            @ForAll @IntRange(min = -5, max = 1) int alphaLog,
            @ForAll @IntRange(min = 0, max = 20_000) int offset,
            @ForAll @IntRange(min = 9_000, max = 300_000) int headroom,
            @ForAll @IntRange(min = 512, max = 1_500) int size) {
        double alpha = Math.pow(2, alphaLog);
        Profile profile =
                new ProbedLab(
                                "100Gbps",
                                "100Gbps",
                                "50ns",
                                "mtu: 1024",
                                "alpha: %s, resumeOffset: %dB, headroom: %dB"
                                        .formatted(alpha, offset, headroom))
                        .probe(Math.min(size, 1_000));
        int frame = Math.min(size, 1_000);
        double shared = ProbedLab.BUFFER_BYTES - 3L * headroom;
        double threshold = alpha * shared / (1 + alpha);
        int paused = (int) Math.ceil(threshold / frame);
        assertExactly(paused, profile, "xoff", frame);
        double resumes = threshold - offset / (1 + alpha);
        assertExactly((int) Math.min(paused - 1, resumes / frame), profile, "xon", frame);
        int pool = (int) (threshold / frame + alpha / (1 + alpha));
        assertExactly(pool + headroom / frame - paused, profile, "headroom", frame);
        assertEquals("dynamic", profile.pfc().text("threshold"));
        assertAlpha(alpha, profile, paused);
        assertContains(shared, ProbedLab.of(profile, "sharedBuffer", 0));
        assertContains(offset, ProbedLab.of(profile, "resumeOffset", 0));
    }

    /**
     * Alpha is known as exactly as a threshold of so many frames tells it, and taken to be a power
     * of two where only one of them is possible.
     */
    private static void assertAlpha(double alpha, Profile profile, int paused) {
        Measurement found = ProbedLab.of(profile, "alpha", 0);
        assertContains(alpha, found);
        int fill = paused * 3 / 4;
        double slopeStep = 2.0 / fill;
        assertTrue(
                found.most() - found.least() <= 2 * slopeStep * (1 + alpha) * (1 + alpha),
                profile::toString);
        boolean isOnlyPower = alpha / 2 < found.least() && 2 * alpha > found.most();
        double taken = profile.pfc().real("alpha");
        if (isOnlyPower) {
            assertEquals(alpha, taken, 1e-9);
        } else {
            assertContains(taken, found);
        }
    }

    private static void assertRefreshAtHalf(Profile profile, int gigabits) {
        long half = PauseFrame.nanosOf(PauseFrame.MAX_QUANTA, gigabits * 1_000_000_000L) / 2;
        Measurement refresh = ProbedLab.of(profile, "refresh", 0);
        assertEquals(half, refresh.least(), 1);
        assertEquals(half, refresh.most(), 1);
        assertEquals("quanta", profile.pfc().text("timer"));
        assertEquals(Optional.empty(), profile.sharedBuffer());
    }

    private static int ceil(int bytes, int frame) {
        return (bytes + frame - 1) / frame;
    }

    private static void assertExactly(int value, Profile profile, String what, int frame) {
        Measurement found = ProbedLab.of(profile, what, frame);
        assertEquals(value, found.least(), profile::toString);
        assertEquals(value, found.most(), profile::toString);
    }

    private static void assertContains(double value, Measurement found) {
        assertTrue(found.least() <= value && value <= found.most(), () -> value + " in " + found);
    }

    private static void assertWithin(int tolerance, long expected, long found) {
        assertTrue(Math.abs(expected - found) < tolerance, () -> expected + ": " + found);
    }
}
