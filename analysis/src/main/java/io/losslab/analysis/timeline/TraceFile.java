package io.losslab.analysis.timeline;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
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
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * A file of {@code perfetto.protos.Trace}, written packet by packet as one sequence. Names of
 * events, categories and arguments stand in the file once. Packets need not be in the order of
 * their time: readers sort them, and keep those of one time as they are. Not thread safe.
 */
final class TraceFile implements AutoCloseable {
    private static final int SEQUENCE = 1;

    /** Tag of a packet: its field, and that its length follows. */
    private static final int FIRST_BYTE =
            Trace.PACKET_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

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

    /** Whether a file begins as those of this class do: with their first track. */
    static boolean isOne(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            if (in.read() != FIRST_BYTE) {
                return false;
            }
            TracePacket first = TracePacket.parseDelimitedFrom(in);
            return first != null
                    && first.getTrustedPacketSequenceId() == SEQUENCE
                    && first.getTrackDescriptor().getUuid() == 1;
        } catch (InvalidProtocolBufferException e) {
            return false;
        }
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
        long categoryIid =
                interned(
                        categories,
                        category,
                        iid ->
                                fresh.addEventCategories(
                                        EventCategory.newBuilder().setIid(iid).setName(category)));
        long nameIid =
                interned(
                        names,
                        name,
                        iid ->
                                fresh.addEventNames(
                                        EventName.newBuilder().setIid(iid).setName(name)));
        return event(type, track).addCategoryIids(categoryIid).setNameIid(nameIid);
    }

    /** An argument of an event, with a name out of few. */
    DebugAnnotation.Builder argument(String name) {
        return DebugAnnotation.newBuilder()
                .setNameIid(
                        interned(
                                arguments,
                                name,
                                iid ->
                                        fresh.addDebugAnnotationNames(
                                                DebugAnnotationName.newBuilder()
                                                        .setIid(iid)
                                                        .setName(name))));
    }

    /** The number that stands for a text; one that is new is added to what readers know. */
    private static long interned(Map<String, Long> known, String text, LongConsumer add) {
        Long iid = known.get(text);
        if (iid == null) {
            iid = known.size() + 1L;
            known.put(text, iid);
            add.accept(iid);
        }
        return iid;
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
