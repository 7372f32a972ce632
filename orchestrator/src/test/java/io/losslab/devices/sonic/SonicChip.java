package io.losslab.devices.sonic;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.api.frame.ClassMap;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.services.sonic.Redis;
import io.losslab.services.sonic.SonicTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A software switch as the chip of a {@link SonicStandIn}, by what SONiC's orchagent and syncd do:
 * what CONFIG_DB says of PFC is in force at the ports, and what the ports count is in COUNTERS_DB.
 * Other than SONiC's chips it knows classes by their own numbers and has no PFC watchdog: what asks
 * for these is a failure. Port n of the switch is the n-th of SONiC.
 */
final class SonicChip implements AutoCloseable {
    /** Orchagent hears of changes; this looks for them. */
    private static final long LOOK_MILLIS = 50;

    /** Source: PORT_STAT_FLEX_COUNTER_POLLING_INTERVAL_MS in portsorch.cpp of sonic-swss. */
    private static final long COUNT_MILLIS = 1_000;

    private final DeviceChannel channel;
    private final long id;
    private final int ports;
    private final SwitchControlClient control;
    private final SonicStandIn sonic;
    private final Redis counters;
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor();
    private final List<ScheduledFuture<?>> tasks = new ArrayList<>();
    private final Map<String, Long> peaks = new TreeMap<>();

    /** The priority that its SONiC pauses, or paused last; the worker's. */
    private int lastPaused;

    private volatile SwitchConfig inForce = SwitchConfig.getDefaultInstance();

    /**
     * Begins to be the chip.
     *
     * @param channel to the switch's control service; it remains the caller's
     */
    SonicChip(SonicStandIn sonic, DeviceChannel channel, long id, int ports) throws IOException {
        this.channel = channel;
        this.id = id;
        this.ports = ports;
        this.control = new SwitchControlClient(channel, id);
        this.sonic = sonic;
        this.counters = sonic.connect("COUNTERS_DB");
        every(LOOK_MILLIS, this::configure);
        every(COUNT_MILLIS, this::count);
    }

    private interface Task {
        void run() throws IOException;
    }

    private void every(long millis, Task task) {
        Runnable unchecked =
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                };
        tasks.add(worker.scheduleWithFixedDelay(unchecked, 0, millis, TimeUnit.MILLISECONDS));
    }

    /** Priorities that are paused at some port now, by their bits. */
    int lossless() {
        return inForce.getPortsList().stream()
                .flatMap(port -> port.getSchemesList().stream())
                .mapToInt(pfc -> Integer.parseInt(pfc.getSettingsOrThrow(Setting.PRIORITIES)))
                .reduce(0, (one, other) -> one | other);
    }

    private void configure() throws IOException {
        SonicTables tables = sonic.tables();
        SwitchConfig.Builder wanted =
                SwitchConfig.newBuilder()
                        .setDeviceId(id)
                        .setBufferBytes(
                                tables.whole("BUFFER_POOL", "ingress_lossless_pool", "size"));
        for (int port = 1; port <= ports; port++) {
            wanted.addPorts(flowControl(tables, port));
        }
        if (!wanted.build().equals(inForce) && takes(wanted.build())) {
            inForce = wanted.build();
        }
    }

    /** A port that buffers packets is set later, which orchagent does by trying again. */
    private boolean takes(SwitchConfig wanted) {
        try {
            channel.unary(SwitchControlGrpc.getConfigureSwitchMethod(), wanted);
            return true;
        } catch (DeviceException e) {
            if (e.getCause() instanceof StatusRuntimeException refusal
                    && refusal.getStatus().getCode() == Status.Code.FAILED_PRECONDITION) {
                return false;
            }
            throw e;
        }
    }

    private static PortFlowControl flowControl(SonicTables tables, int port) {
        String name = SonicStandIn.port(port - 1);
        Map<String, String> settings = new TreeMap<>();
        int priorities = 0;
        for (int each = 0; each < ClassMap.CLASSES; each++) {
            Map<String, String> profile =
                    tables.losslessProfile(name, each, ClassMap.STANDARD.of(each).dscp());
            if (!profile.isEmpty()) {
                priorities |= 1 << each;
                settings.put(PfcKeys.THRESHOLD, PfcKeys.STATIC);
                settings.put(PfcKeys.XOFF, "" + tables.pauseBytes(profile));
                settings.put(PfcKeys.XON, "" + tables.resumeBytes(profile));
                settings.put(PfcKeys.HEADROOM, profile.get("xoff"));
            }
        }
        PortFlowControl.Builder control = PortFlowControl.newBuilder().setPort(port);
        if (priorities != 0) {
            settings.put(Setting.PRIORITIES, "" + priorities);
            control.addSchemes(NamedScheme.newBuilder().setName("pfc").putAllSettings(settings));
        }
        return control.build();
    }

    private void count() throws IOException {
        add(control.counters(List.of(), List.of()));
        add(control.queueCounters());
    }

    private void add(CounterSamples samples) throws IOException {
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            add(
                    samples.getPort(row) - 1,
                    samples.getQueue(row),
                    samples.getCounter(row),
                    samples.getValue(row));
        }
    }

    /** What the switch counts for a port is of the one priority that its SONiC pauses. */
    private void add(int port, int queue, Counter counter, long value) throws IOException {
        String object = "COUNTERS:oid:0x1" + port;
        if (queue >= 0) {
            if (counter == Counter.TX_PACKETS) {
                set(
                        "COUNTERS:oid:0x2%dq%d".formatted(port, queue),
                        "SAI_QUEUE_STAT_PACKETS",
                        value);
            }
            return;
        }
        int lossless = lossless();
        if (lossless != 0) {
            lastPaused = Integer.numberOfTrailingZeros(lossless);
        }
        int priority = lastPaused;
        switch (counter) {
            case RX_BYTES -> set(object, "SAI_PORT_STAT_IF_IN_OCTETS", value);
            case TX_BYTES -> set(object, "SAI_PORT_STAT_IF_OUT_OCTETS", value);
            case RX_PACKETS -> set(object, "SAI_PORT_STAT_IF_IN_UCAST_PKTS", value);
            case TX_PACKETS -> set(object, "SAI_PORT_STAT_IF_OUT_UCAST_PKTS", value);
            case DROPPED_PACKETS -> set(object, "SAI_PORT_STAT_IF_IN_DISCARDS", value);
            case RX_PAUSE_FRAMES ->
                    set(object, "SAI_PORT_STAT_PFC_%d_RX_PKTS".formatted(priority), value);
            case TX_PAUSE_FRAMES ->
                    set(object, "SAI_PORT_STAT_PFC_%d_TX_PKTS".formatted(priority), value);
            case INGRESS_BYTES, MAX_INGRESS_BYTES ->
                    peak(port, priority, "SHARED", counter == Counter.INGRESS_BYTES, value);
            case MAX_HEADROOM_BYTES -> peak(port, priority, "XOFF_ROOM", false, value);
            default -> {
                // Not among those that SONiC has.
            }
        }
    }

    private void set(String object, String stat, long value) throws IOException {
        counters.call("HSET", object, stat, "" + value);
    }

    /**
     * Watermarks begin at zero whenever they are cleared, the switch's highest levels do not: only
     * what these have grown since counts, and what is there now.
     */
    private void peak(int port, int group, String room, boolean now, long value)
            throws IOException {
        String key = port + room;
        boolean higher = now || value > peaks.getOrDefault(key, 0L);
        if (!now) {
            peaks.put(key, value);
        }
        String object = "USER_WATERMARKS:oid:0x3%dg%d".formatted(port, group);
        String stat = "SAI_INGRESS_PRIORITY_GROUP_STAT_%s_WATERMARK_BYTES".formatted(room);
        Object before = counters.call("HGET", object, stat);
        if (higher && value > Long.parseLong((String) before)) {
            set(object, stat, value);
        }
    }

    /**
     * Ends it.
     *
     * @throws AssertionError where CONFIG_DB ever asked for what the switch does not have
     */
    @Override
    public void close() {
        tasks.forEach(task -> task.cancel(false));
        worker.shutdown();
        counters.close();
        for (ScheduledFuture<?> task : tasks) {
            if (!task.isCancelled()) {
                throw new AssertionError(failure(task));
            }
        }
    }

    private static Throwable failure(ScheduledFuture<?> task) {
        try {
            task.get();
            return new IllegalStateException("it ended");
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException e) {
            return e;
        }
    }
}
