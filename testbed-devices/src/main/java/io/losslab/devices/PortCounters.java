package io.losslab.devices;

import io.losslab.driver.OpenWatch;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.Gauges;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.QueueEvents;
import java.util.Collection;
import java.util.function.Consumer;

/** What a switch measures, in its own ids and port numbers. What it does not have is left out. */
public interface PortCounters {
    /**
     * All counters of all ports now.
     *
     * @throws io.losslab.driver.DeviceException where one was reset since counting began
     */
    CounterSamples read();

    /**
     * The same, and those of queues and priorities that it always counts; without those that were
     * reset since counting began.
     */
    default CounterSamples readClasses() {
        return read();
    }

    /**
     * Frames that each egress queue sent, as TX_PACKETS of queues from 0 on; they may count from
     * the first call on. A switch that has them among its other counters needs no more.
     */
    default CounterSamples readQueues() {
        return read();
    }

    /**
     * How long it may take until what has happened is counted: a switch may read its chip rarely.
     */
    default long settleNanos() {
        return 0;
    }

    /** Shortest interval of samples; a cell that wants shorter ones gets none. */
    default long shortestIntervalNanos() {
        return 0;
    }

    /**
     * Whether samples have the time of the lab's clock; others have the time since the first of
     * their watch.
     */
    default boolean hasLabTime() {
        return false;
    }

    /**
     * Samples until closed; the first comes at once.
     *
     * @param ports numbers of ports
     */
    OpenWatch watch(
            Collection<Integer> ports,
            Collection<Counter> counters,
            long intervalNanos,
            Consumer<CounterSamples> receiver);

    /** Events since the last call, in order of time, in batches. */
    default void collectEvents(Consumer<QueueEvents> receiver) {}

    /** What its schemes measure of themselves. */
    default void readGauges(Consumer<Gauges> receiver) {}

    /** Paused time by cause since the last call. */
    default void collectPauseCharges(Consumer<PauseCharges> receiver) {}
}
