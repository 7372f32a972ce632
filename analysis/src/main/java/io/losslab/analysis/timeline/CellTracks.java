package io.losslab.analysis.timeline;

import io.losslab.proto.perfetto.CounterDescriptor;
import io.losslab.proto.perfetto.CounterDescriptor.Unit;
import io.losslab.proto.perfetto.ProcessDescriptor;
import io.losslab.proto.perfetto.TrackDescriptor;
import io.losslab.proto.perfetto.TrackDescriptor.ChildTracksOrdering;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The tracks of a cell, made as they are needed: the cell holds its devices and traffic groups, a
 * device its ports and queues, these their counters, and a group its flows. Not thread safe.
 */
final class CellTracks {
    /** Queue number of what concerns a port as a whole. */
    static final int WHOLE_PORT = -1;

    private static final int GROUPS_AFTER_DEVICES = 1 << 20;
    private static final int QUEUES_OF_A_PORT = 1 << 10;

    private final TraceFile file;
    private final long cell;
    private final Map<String, Long> tracks = new HashMap<>();

    /**
     * Of a cell.
     *
     * @param number of the cell
     * @param name for users
     */
    CellTracks(TraceFile file, int number, String name) throws IOException {
        this.file = file;
        this.cell =
                file.track(
                        TrackDescriptor.newBuilder()
                                .setName(name)
                                .setProcess(
                                        ProcessDescriptor.newBuilder()
                                                .setPid(number + 1)
                                                .setProcessName(name))
                                .setChildOrdering(ChildTracksOrdering.EXPLICIT));
    }

    /** The track of a queue, or of a port for {@link #WHOLE_PORT}. */
    long queue(String device, int port, int queue) throws IOException {
        String key = device + "\n" + port + "\n" + queue;
        Long known = tracks.get(key);
        if (known != null) {
            return known;
        }
        String name =
                queue == WHOLE_PORT ? "port " + port : "port %d queue %d".formatted(port, queue);
        return added(
                key,
                TrackDescriptor.newBuilder()
                        .setName(name)
                        .setParentUuid(device(device))
                        .setSiblingOrderRank(port * QUEUES_OF_A_PORT + queue + 1)
                        .setChildOrdering(ChildTracksOrdering.LEXICOGRAPHIC));
    }

    /** The track of a queue's or port's counter. */
    long counter(String device, int port, int queue, String counter) throws IOException {
        String key = device + "\n" + port + "\n" + queue + "\n" + counter;
        Long known = tracks.get(key);
        if (known != null) {
            return known;
        }
        return added(
                key,
                TrackDescriptor.newBuilder()
                        .setName("%s %s".formatted(queueName(device, port, queue), counter))
                        .setParentUuid(queue(device, port, queue))
                        .setCounter(CounterDescriptor.newBuilder().setUnit(unit(counter))));
    }

    /** A new track for messages of a flow that do not overlap. */
    long lane(String group, String name, String description) throws IOException {
        TrackDescriptor.Builder track =
                TrackDescriptor.newBuilder().setName(name).setParentUuid(group(group));
        return file.track(description.isEmpty() ? track : track.setDescription(description));
    }

    private long device(String name) throws IOException {
        return container("device\n" + name, name, tracks.size());
    }

    private long group(String name) throws IOException {
        return container(
                "group\n" + name, "flows of " + name, GROUPS_AFTER_DEVICES + tracks.size());
    }

    private long container(String key, String name, int rank) throws IOException {
        Long known = tracks.get(key);
        if (known != null) {
            return known;
        }
        return added(
                key,
                TrackDescriptor.newBuilder()
                        .setName(name)
                        .setParentUuid(cell)
                        .setSiblingOrderRank(rank)
                        .setChildOrdering(ChildTracksOrdering.EXPLICIT));
    }

    private long added(String key, TrackDescriptor.Builder track) throws IOException {
        long uuid = file.track(track);
        tracks.put(key, uuid);
        return uuid;
    }

    private static String queueName(String device, int port, int queue) {
        String name = new PortName(device, port).toString();
        return queue == WHOLE_PORT ? name : name + " queue " + queue;
    }

    private static Unit unit(String counter) {
        if (counter.endsWith("Bytes")) {
            return Unit.UNIT_SIZE_BYTES;
        }
        return counter.endsWith("Nanos") ? Unit.UNIT_TIME_NS : Unit.UNIT_COUNT;
    }
}
