package io.losslab.devices.software;

import io.losslab.devices.PortCounters;
import io.losslab.driver.Subscription;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.Gauges;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.QueueEvents;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Counters, events and charges over switch control. */
record SwitchControlCounters(SwitchControlClient client) implements PortCounters {
    @Override
    public CounterSamples read() {
        return client.counters(List.of(), List.of());
    }

    @Override
    public CounterSamples readClasses() {
        return client.classCounters();
    }

    @Override
    public CounterSamples readQueues() {
        return client.queueCounters();
    }

    @Override
    public Subscription<?, ?> watch(
            Collection<Integer> ports,
            Collection<Counter> counters,
            long intervalNanos,
            Consumer<CounterSamples> receiver) {
        return client.watchCounters(ports, counters, intervalNanos, receiver);
    }

    @Override
    public boolean hasLabTime() {
        return true;
    }

    @Override
    public void collectEvents(Consumer<QueueEvents> receiver) {
        client.collectEvents(receiver);
    }

    @Override
    public void readGauges(Consumer<Gauges> receiver) {
        receiver.accept(client.gauges());
    }

    @Override
    public void collectPauseCharges(Consumer<PauseCharges> receiver) {
        client.collectPauseCharges(receiver);
    }
}
