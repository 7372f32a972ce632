package io.losslab.agent.traffic;

/** Numbers that travel in 24 bits, made whole again by one that is near. */
final class Sequence {
    private static final int SHIFT = Integer.SIZE - 24;

    private Sequence() {}

    /** The number closest to {@code near} that has these low 24 bits. */
    static long near(long near, int low24Bits) {
        int distance = (low24Bits - (int) near) << SHIFT >> SHIFT;
        return near + distance;
    }
}
