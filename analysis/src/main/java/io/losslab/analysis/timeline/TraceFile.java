package io.losslab.analysis.timeline;

import com.google.protobuf.CodedOutputStream;
import io.losslab.proto.perfetto.DebugAnnotation;
import io.losslab.proto.perfetto.DebugAnnotationName;
import io.losslab.proto.perfetto.EventCategory;
import io.losslab.proto.perfetto.EventName;
import io.losslab.proto.perfetto.InternedData;
import io.losslab.proto.perfetto.Trace;
import io.losslab.proto.perfetto.TracePacket;
import io.losslab.proto.perfetto.TracePacket.SequenceFlags;
import io.losslab.proto.perfetto.TrackDescriptor;
import io.losslab.proto.perfetto.TrackEvent;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A file of {@code perfetto.protos.Trace}, written packet by packet as one sequence. Names of
 * events, categories and arguments stand in the file once. Packets need not be in the order of
 * their time: readers sort them, and keep those of one time as they are. Not thread safe.
 */
final class TraceFile implements AutoCloseable {
    private static final int SEQUENCE = 1;

    private final OutputStream out;
    private final CodedOutputStream packets;
    private final Map<String, Long> names = new HashMap<>();
    private final Map<String, Long> categories = new HashMap<>();
    private final Map<String, Long> arguments = new HashMap<>();
    private InternedData.Builder fresh = InternedData.newBuilder();
    private long tracks;
    private long arrows;
    private long events;
    private boolean begun;

    TraceFile(Path file) throws IOException {
        out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        packets = CodedOutputStream.newInstance(out);
    }

    /** Adds a track; its number is given by the file. */
    long track(TrackDescriptor.Builder track) throws IOException {
        long uuid = ++tracks;
        write(TracePacket.newBuilder().setTrackDescriptor(track.setUuid(uuid)));
        return uuid;
    }

    /** A number for an arrow, for {@code flow_ids} of its start and its end. */
    long newArrow() {
        return ++arrows;
    }

    /** An event without name. */
    static TrackEvent.Builder event(TrackEvent.Type type, long track) {
        return TrackEvent.newBuilder().setType(type).setTrackUuid(track);
    }

    /** An event with a name out of few. */
    TrackEvent.Builder event(TrackEvent.Type type, long track, String category, String name) {
        return event(type, track)
                .addCategoryIids(
                        categories.computeIfAbsent(
                                category,
                                text -> {
                                    long iid = categories.size() + 1L;
                                    fresh.addEventCategories(
                                            EventCategory.newBuilder().setIid(iid).setName(text));
                                    return iid;
                                }))
                .setNameIid(
                        names.computeIfAbsent(
                                name,
                                text -> {
                                    long iid = names.size() + 1L;
                                    fresh.addEventNames(
                                            EventName.newBuilder().setIid(iid).setName(text));
                                    return iid;
                                }));
    }

    /** An argument of an event, with a name out of few. */
    DebugAnnotation.Builder argument(String name) {
        return DebugAnnotation.newBuilder()
                .setNameIid(
                        arguments.computeIfAbsent(
                                name,
                                text -> {
                                    long iid = arguments.size() + 1L;
                                    fresh.addDebugAnnotationNames(
                                            DebugAnnotationName.newBuilder()
                                                    .setIid(iid)
                                                    .setName(text));
                                    return iid;
                                }));
    }

    /** Writes an event that was made by this file. */
    void write(long timeNanos, TrackEvent.Builder event) throws IOException {
        TracePacket.Builder packet =
                TracePacket.newBuilder().setTimestamp(timeNanos).setTrackEvent(event);
        if (fresh.getEventNamesCount() > 0
                || fresh.getEventCategoriesCount() > 0
                || fresh.getDebugAnnotationNamesCount() > 0) {
            packet.setInternedData(fresh);
            fresh = InternedData.newBuilder();
        }
        write(packet);
        events++;
    }

    /** How many events it has. */
    long events() {
        return events;
    }

    private void write(TracePacket.Builder packet) throws IOException {
        int flags = begun ? 0 : SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE;
        begun = true;
        packets.writeMessage(
                Trace.PACKET_FIELD_NUMBER,
                packet.setTrustedPacketSequenceId(SEQUENCE)
                        .setSequenceFlags(flags | SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE)
                        .build());
    }

    @Override
    public void close() throws IOException {
        try (out) {
            packets.flush();
        }
    }
}
