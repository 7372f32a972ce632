package io.losslab.devices.sonic.counters;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.PolledWatch;
import io.losslab.devices.PortCounters;
import io.losslab.devices.ResetCounters;
import io.losslab.devices.ssh.CommandResult;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.driver.DeviceException;
import io.losslab.driver.OpenWatch;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counters of a SONiC switch, from now on, by one command over SSH for all ports. Rows of a queue
 * have its number, those of pauses the priority's, those of a priority group the group's. A port's
 * highest levels are those of its fullest queue and group. What is not polled is left out.
 */
public final class SonicPortCounters implements PortCounters {
    private static final int WHOLE_PORT = -1;

    /**
     * The watermarks that a user may clear; others keep on. Queues are of the type unicast or, on
     * chips that do not tell it apart, all, which does not stand for both: watermarkorch.cpp.
     */
    private static final String CLEAR =
            "sudo -n sonic-clear priority-group watermark shared"
                    + " && sudo -n sonic-clear priority-group watermark headroom"
                    + " && sudo -n sonic-clear queue watermark unicast"
                    + " && sudo -n sonic-clear queue watermark all";

    /** Whether they may be cleared; clears nothing. */
    private static final String MAY_CLEAR = CLEAR.replace("sudo -n", "sudo -n -l");

    /**
     * All values at one time.
     *
     * @param nanos that time, of {@link System#nanoTime}
     */
    private record Reading(long nanos, CounterReply values) {}

    private final Device device;
    private final String address;
    private final HostConnection login;
    private final List<CounterColumn> columns = CounterColumn.all();
    private final SwitchClock clock = new SwitchClock();
    private final CounterReply before;
    private final PollIntervals intervals;
    private final long begin = System.nanoTime();

    /**
     * Begins to count.
     *
     * @param address of the switch, for errors
     * @throws DeviceException where the switch does not tell its counters
     */
    public SonicPortCounters(Device device, String address, HostConnection login) {
        this(device, address, login, CLEAR);
    }

    private SonicPortCounters(
            Device device, String address, HostConnection login, String clearing) {
        this.device = device;
        this.address = address;
        this.login = login;
        run("clearing watermarks", clearing);
        this.intervals = intervals(device, address, login);
        this.before = reading(device.ports()).values();
    }

    /**
     * How old counters can be: the longest interval that the switch has.
     *
     * @param address of the switch, for errors
     * @throws DeviceException where the switch does not tell it
     */
    public static long ageNanos(Device device, String address, HostConnection login) {
        return intervals(device, address, login).longestNanos();
    }

    /**
     * Groups of counters that are switched off, as {@code counterpoll} does: what they had counted
     * before is still in COUNTERS_DB.
     *
     * @param address of the switch, for errors
     * @throws DeviceException where the switch does not tell it
     */
    public static List<String> off(Device device, String address, HostConnection login) {
        return intervals(device, address, login).off();
    }

    private static PollIntervals intervals(Device device, String address, HostConnection login) {
        CommandResult result = login.run(PollIntervals.COMMAND);
        if (!result.succeeded()) {
            throw failed(device, address, "sonic-db-cli: " + result.errors().strip());
        }
        try {
            return PollIntervals.read(result.output());
        } catch (IllegalArgumentException e) {
            throw failed(device, address, e.getMessage());
        }
    }

    /** How old counters of queues can be on a switch that is configured as SONiC comes. */
    public static long usualQueueNanos() {
        return PollIntervals.usualNanos("QUEUE");
    }

    /**
     * Makes sure that counting could begin. Nothing changes: a run of another user may be counting.
     *
     * @throws DeviceException where the switch does not tell its counters
     */
    public static void require(Device device, String address, HostConnection login) {
        new SonicPortCounters(device, address, login, MAY_CLEAR);
    }

    @Override
    public CounterSamples read() {
        return withoutReset(sample(device.ports(), begin));
    }

    @Override
    public CounterSamples readClasses() {
        return ResetCounters.leaveOut(sample(device.ports(), begin));
    }

    private CounterSamples withoutReset(CounterSamples rows) {
        return ResetCounters.refuse(rows, device, address);
    }

    @Override
    public long settleNanos() {
        return intervals.longestNanos();
    }

    @Override
    public OpenWatch watch(
            Collection<Integer> ports,
            Collection<Counter> counters,
            long intervalNanos,
            Consumer<CounterSamples> receiver) {
        List<DevicePort> chosen =
                device.ports().stream().filter(port -> ports.contains(port.number())).toList();
        return PolledWatch.start(
                device.name(),
                Service.SSH,
                intervalNanos,
                start -> receiver.accept(withoutReset(sample(chosen, start))));
    }

    /**
     * All rows now.
     *
     * @param zero the time of which samples count, of {@link System#nanoTime}
     */
    private CounterSamples sample(List<DevicePort> ports, long zero) {
        Reading now = reading(ports);
        CounterSamples.Builder rows = CounterSamples.newBuilder();
        for (int i = 0; i < ports.size(); i++) {
            add(rows, now.nanos() - zero, ports.get(i), now.values().values(i));
        }
        return rows.build();
    }

    private void add(CounterSamples.Builder rows, long nanos, DevicePort port, long[] values) {
        long[] old = before.values(device.ports().indexOf(port));
        Map<Counter, Long> whole = new EnumMap<>(Counter.class);
        for (int j = 0; j < values.length; j++) {
            CounterColumn column = columns.get(j);
            if (values[j] == CounterReply.NOT_THERE || !intervals.polls(column)) {
                continue;
            }
            boolean counts = !column.isLevel() && old[j] != CounterReply.NOT_THERE;
            long value = counts ? values[j] - old[j] : values[j];
            if (column.isPartOfPort()) {
                whole.merge(
                        column.counter(),
                        value,
                        column.isLevel() ? Math::max : SonicPortCounters::sum);
            }
            if (!column.isOfWholePort()) {
                add(rows, nanos, port.number(), column.index(), column.counter(), value);
            }
        }
        whole.forEach(
                (counter, value) -> add(rows, nanos, port.number(), WHOLE_PORT, counter, value));
    }

    /** Of parts, of which one that was reset is below 0; so is then the sum. */
    private static long sum(long one, long other) {
        return Math.min(one, other) < 0 ? Math.min(one, other) : one + other;
    }

    private static void add(
            CounterSamples.Builder rows,
            long nanos,
            int port,
            int queue,
            Counter counter,
            long value) {
        rows.addTimeNs(nanos).addPort(port).addQueue(queue).addCounter(counter).addValue(value);
    }

    private Reading reading(List<DevicePort> ports) {
        List<String> names = ports.stream().map(DevicePort::name).toList();
        String command = CounterScript.command(columns, names);
        long asked = System.nanoTime();
        String text = run("sonic-db-cli", command);
        long answered = System.nanoTime();
        try {
            CounterReply reply = CounterReply.read(text, ports.size(), columns.size());
            return new Reading(clock.at(asked, answered, reply.switchMicros()), reply);
        } catch (IllegalArgumentException e) {
            throw failed(device, address, e.getMessage());
        }
    }

    private String run(String name, String command) {
        CommandResult result = login.run(command);
        if (!result.succeeded()) {
            throw failed(device, address, "%s: %s".formatted(name, result.errors().strip()));
        }
        return result.output();
    }

    private static DeviceException failed(Device device, String address, String problem) {
        return DeviceException.failed(
                device.name(),
                address,
                problem,
                "check by hand whether it works on the switch",
                null);
    }
}
