package io.losslab.p4.packet;

import java.util.function.Consumer;

/**
 * What a program meets besides the packet: time, chance, and who hears its messages. One for each
 * switch; on its thread.
 */
public final class Environment {
    private long nowNanos;
    private long chance;
    private long faults;
    private Consumer<String> messages = text -> {};
    private Timers timers = (nanos, action) -> {};

    /** What calls back at a time of the switch. */
    public interface Timers {
        /** Calls once, on the switch's thread; the time has not passed yet. */
        void at(long nanos, Runnable action);
    }

    /** Starts chance from a seed; the same seed gives the same numbers. */
    public Environment(long seed) {
        chance = seed;
    }

    public long nowNanos() {
        return nowNanos;
    }

    public long nowMicros() {
        return nowNanos / 1000;
    }

    public void setNow(long nanos) {
        nowNanos = nanos;
    }

    /** Names what calls back; without it nothing is called. */
    public void setTimers(Timers wanted) {
        timers = wanted;
    }

    /** Calls back once, at a time that has not passed yet. */
    public void callAt(long nanos, Runnable action) {
        timers.at(nanos, action);
    }

    /** A number from {@code low} to {@code high}, both unsigned and included. */
    public long random(long low, long high) {
        // SplitMix64: Steele, Lea, Flood, OOPSLA 2014.
        chance += 0x9e37_79b9_7f4a_7c15L;
        long z = chance;
        z = (z ^ z >>> 30) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ z >>> 27) * 0x94d0_49bb_1331_11ebL;
        z ^= z >>> 31;
        long span = high - low + 1;
        return span == 0 ? z : low + Long.remainderUnsigned(z, span);
    }

    /** Names who hears what programs log; may be called at any time. */
    public void onMessage(Consumer<String> listener) {
        messages = listener;
    }

    public void log(String message) {
        messages.accept(message);
    }

    /** The program did what has no meaning, such as counting in a cell that is not there. */
    public void fault(String what) {
        faults++;
        messages.accept(what);
    }

    /** How often that was so. */
    public long faults() {
        return faults;
    }
}
