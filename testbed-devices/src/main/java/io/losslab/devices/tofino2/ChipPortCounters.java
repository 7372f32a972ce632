package io.losslab.devices.tofino2;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.devices.PolledWatch;
import io.losslab.devices.PortCounters;
import io.losslab.devices.ResetCounters;
import io.losslab.devices.tofino2.program.CellLevels;
import io.losslab.devices.tofino2.program.PortPlace;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.OpenWatch;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.RowReader;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counters of a Tofino2 over BF Runtime, from now on, of the ports that it has: those of the MAC
 * ({@code $PORT_STAT}, whose received frames include PFC frames), and drops and levels of the
 * traffic manager ({@code tf2.tm.counter}), whose cells are of 176 B: of ports, of their priority
 * groups, and of their queues where the testbed file says which these are. A port's drops include
 * those of its groups; a class's are those of its group and of its queue. Highest levels are
 * cleared when counting begins. What the SDE has no tables of is left out. Thread safe.
 */
final class ChipPortCounters implements PortCounters {
    /** Ours: each sample is a request for every pipe. */
    static final long SHORTEST_SAMPLE_NANOS = 1_000_000_000L;

    /**
     * How old drops of ports can be, and a tenth more. The SDE tells drops from a cache, also where
     * a row is asked from hardware ({@code DropGetCached}). A timer of 1 s fills it, of registers
     * with more than 32 bits at every second tick, of at most 400 ports, groups, and queues each at
     * a tick (open-p4studio 1f97778f, {@code tm_counter_refresh_timer_cb}): all ports are among
     * those; of 4608 queues, some can be 46 s old. These are no part of a port's drops.
     */
    static final long SETTLE_NANOS = 2_200_000_000L;

    private static final String MAC = "$PORT_STAT";
    private static final String INGRESS = "tf2.tm.counter.ig_port";
    private static final String EGRESS = "tf2.tm.counter.eg_port";
    private static final String QUEUE = "tf2.tm.counter.queue";
    private static final String PORT = "dev_port";
    private static final String DROPS = "drop_count_packets";
    private static final String LEVEL = "usage_cells";
    private static final String HIGHEST = "watermark_cells";
    private static final int WHOLE_PORT = -1;
    private static final int CLASSES = PriorityMask.COUNT;

    private static final Map<Counter, String> OF_MAC =
            Map.of(
                    Counter.RX_PACKETS, "$FramesReceivedOK",
                    Counter.RX_BYTES, "$OctetsReceivedinGoodFrames",
                    Counter.RX_PAUSE_FRAMES, "$PriorityPauseFrames",
                    Counter.TX_PACKETS, "$FramesTransmittedOK",
                    Counter.TX_BYTES, "$OctetsTransmittedwithouterror",
                    Counter.TX_PAUSE_FRAMES, "$FramesTransmittedPriPause");

    private record Cell(int port, int queue, Counter counter) {}

    private final Device device;
    private final RowReader reader;
    private final List<DevicePort> ports;
    private final List<ChipGroup> groups;
    private final Map<Cell, Long> before;
    private final long begin = System.nanoTime();

    private ChipPortCounters(Device device, BfRtClient client, boolean clears) {
        List<Long> added = client.portNumbers();
        this.device = device;
        this.reader = client.reader();
        this.ports =
                device.ports().stream()
                        .filter(port -> added.contains((long) port.number()))
                        .toList();
        this.groups =
                reader.has(ChipGroup.COUNTERS) ? ChipGroup.all(reader, this.ports) : List.of();
        if (clears && hasLevels()) {
            clear(client);
        }
        this.before = cells(ports);
    }

    /**
     * Begins to count.
     *
     * @throws io.losslab.driver.DeviceException where the device does not tell its counters
     */
    static ChipPortCounters begin(Device device, BfRtClient client) {
        return new ChipPortCounters(device, client, true);
    }

    /**
     * Makes sure that counters can be read. Nothing changes.
     *
     * @throws io.losslab.driver.DeviceException where the device does not tell them
     */
    static void require(Device device, BfRtClient client) {
        new ChipPortCounters(device, client, false);
    }

    private void clear(BfRtClient client) {
        byPipe(ports)
                .forEach(
                        (pipe, own) ->
                                client.change(
                                        pipe,
                                        places(own, groups(own)).stream()
                                                .map(ChipPortCounters::cleared)
                                                .toList()));
    }

    private static RowReader.Place cleared(RowReader.Place place) {
        return new RowReader.Place(place.table(), place.row().with(HIGHEST, 0L));
    }

    @Override
    public CounterSamples read() {
        return withoutReset(sample(ports, begin));
    }

    @Override
    public CounterSamples readClasses() {
        return ResetCounters.leaveOut(sample(ports, begin));
    }

    private CounterSamples withoutReset(CounterSamples rows) {
        return ResetCounters.refuse(rows, device, device.address(TofinoKeys.BFRT).toString());
    }

    @Override
    public long settleNanos() {
        return SETTLE_NANOS;
    }

    @Override
    public long shortestIntervalNanos() {
        return SHORTEST_SAMPLE_NANOS;
    }

    @Override
    public OpenWatch watch(
            Collection<Integer> numbers,
            Collection<Counter> counters,
            long intervalNanos,
            Consumer<CounterSamples> receiver) {
        List<DevicePort> chosen =
                ports.stream().filter(port -> numbers.contains(port.number())).toList();
        return PolledWatch.start(
                device.name(),
                TofinoKeys.BFRT,
                intervalNanos,
                start -> receiver.accept(withoutReset(sample(chosen, start))));
    }

    private CounterSamples sample(List<DevicePort> chosen, long zero) {
        long asked = System.nanoTime();
        Map<Cell, Long> cells = cells(chosen);
        // Rows have no time of their own.
        long nanos = asked + (System.nanoTime() - asked) / 2 - zero;
        CounterSamples.Builder rows = CounterSamples.newBuilder();
        cells.forEach(
                (cell, value) ->
                        rows.addTimeNs(nanos)
                                .addPort(cell.port())
                                .addQueue(cell.queue())
                                .addCounter(cell.counter())
                                .addValue(
                                        ResetCounters.isLevel(cell.counter())
                                                ? value
                                                : value - before.getOrDefault(cell, 0L)));
        return rows.build();
    }

    private Map<Cell, Long> cells(List<DevicePort> chosen) {
        Map<Cell, Long> cells = new HashMap<>();
        if (reader.has(MAC)) {
            addMacs(cells, chosen);
        }
        if (hasLevels()) {
            byPipe(chosen).forEach((pipe, own) -> addLevels(cells, pipe, own));
        }
        return cells;
    }

    private boolean hasLevels() {
        return Stream.of(INGRESS, EGRESS, QUEUE).allMatch(reader::has);
    }

    private static Map<Integer, List<DevicePort>> byPipe(List<DevicePort> chosen) {
        return chosen.stream()
                .collect(
                        Collectors.groupingBy(
                                PortPlace::pipeOf, TreeMap::new, Collectors.toList()));
    }

    private void addMacs(Map<Cell, Long> cells, List<DevicePort> chosen) {
        List<TableRow> found =
                reader.read(
                        BfRtClient.ALL_PIPES,
                        chosen.stream()
                                .map(
                                        port ->
                                                new RowReader.Place(
                                                        MAC,
                                                        TableRow.at("$DEV_PORT", port.number())))
                                .toList());
        for (int i = 0; i < chosen.size(); i++) {
            addMac(cells, chosen.get(i), found.get(i));
        }
    }

    private static void addMac(Map<Cell, Long> cells, DevicePort port, TableRow row) {
        OF_MAC.forEach(
                (counter, field) ->
                        cells.put(
                                new Cell(port.number(), WHOLE_PORT, counter), number(row, field)));
    }

    private List<ChipGroup> groups(List<DevicePort> own) {
        return groups.stream().filter(group -> own.contains(group.port())).toList();
    }

    /** The rows of ports of a pipe and of their queues, then those of their groups. */
    private static List<RowReader.Place> places(List<DevicePort> own, List<ChipGroup> ofPorts) {
        List<RowReader.Place> places = new ArrayList<>();
        for (DevicePort port : own) {
            places.add(new RowReader.Place(INGRESS, TableRow.at(PORT, port.number())));
            places.add(new RowReader.Place(EGRESS, TableRow.at(PORT, port.number())));
            port.queues()
                    .ifPresent(
                            queues -> {
                                for (int i = 0; i < CLASSES; i++) {
                                    places.add(
                                            new RowReader.Place(
                                                    QUEUE,
                                                    TableRow.at(
                                                            "pg_id",
                                                            queues.group(),
                                                            "pg_queue",
                                                            queues.first() + i)));
                                }
                            });
        }
        ofPorts.forEach(group -> places.add(group.counters()));
        return places;
    }

    private void addLevels(Map<Cell, Long> cells, int pipe, List<DevicePort> own) {
        List<ChipGroup> ofPorts = groups(own);
        var rows = reader.read(pipe, places(own, ofPorts)).iterator();
        for (DevicePort port : own) {
            addLevels(cells, port, rows.next(), rows.next());
            for (int i = 0; i < CLASSES && port.queues().isPresent(); i++) {
                TableRow queue = rows.next();
                put(cells, port, i, Counter.DROPPED_PACKETS, number(queue, DROPS));
                put(cells, port, i, Counter.EGRESS_BYTES, bytes(queue, LEVEL));
                put(cells, port, i, Counter.MAX_EGRESS_BYTES, bytes(queue, HIGHEST));
            }
        }
        for (ChipGroup group : ofPorts) {
            TableRow row = rows.next();
            DevicePort port = group.port();
            put(cells, port, group.icos(), Counter.DROPPED_PACKETS, number(row, DROPS));
            put(cells, port, group.icos(), Counter.INGRESS_BYTES, ChipGroup.heldBytes(row));
            put(cells, port, group.icos(), Counter.MAX_INGRESS_BYTES, bytes(row, HIGHEST));
        }
    }

    private static void addLevels(
            Map<Cell, Long> cells, DevicePort port, TableRow ingress, TableRow egress) {
        Map<Counter, Long> values = new EnumMap<>(Counter.class);
        values.put(Counter.DROPPED_PACKETS, number(ingress, DROPS) + number(egress, DROPS));
        values.put(Counter.INGRESS_BYTES, bytes(ingress, LEVEL));
        values.put(Counter.MAX_INGRESS_BYTES, bytes(ingress, HIGHEST));
        values.put(Counter.EGRESS_BYTES, bytes(egress, LEVEL));
        values.put(Counter.MAX_EGRESS_BYTES, bytes(egress, HIGHEST));
        values.forEach((counter, value) -> put(cells, port, WHOLE_PORT, counter, value));
    }

    private static void put(
            Map<Cell, Long> cells, DevicePort port, int queue, Counter counter, long value) {
        cells.merge(new Cell(port.number(), queue, counter), value, Long::sum);
    }

    static long bytes(TableRow row, String field) {
        return number(row, field) * CellLevels.CELL_BYTES;
    }

    private static long number(TableRow row, String field) {
        return (Long) row.data().getOrDefault(field, 0L);
    }
}
