package io.losslab.services.p4runtime;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.v1.IdleTimeoutNotification;
import io.losslab.proto.p4.v1.PacketIn;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.services.p4runtime.forwarding.ForwardingProgram;
import io.losslab.services.p4runtime.forwarding.Pipeline;
import io.losslab.services.p4runtime.forwarding.PlaneListener;
import io.losslab.services.p4runtime.program.BitString;
import io.losslab.services.p4runtime.program.PacketHeader;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * What a device sends its primary controllers by itself: packets, digests, and idle entries. Where
 * there is no primary, it is far behind, or the program in force does not know them, they are
 * dropped.
 *
 * <p>The plane's thread brings them, which must not wait for the device's lock: whoever holds that
 * may be waiting for the plane.
 */
final class UpwardMessages implements PlaneListener {
    private final Audience primaries;
    private final Digests digests;

    /** What goes with a packet in; empty where packets are dropped. */
    private volatile Optional<PacketHeader> header = Optional.empty();

    UpwardMessages(Audience primaries) {
        this.primaries = primaries;
        this.digests = new Digests(primaries);
    }

    /** Takes the program in force, or that there is none. Under the device's lock. */
    void follow(Optional<Pipeline> inForce) {
        header = inForce.flatMap(it -> it.program().packetIn());
        digests.follow(inForce);
    }

    /** How often {@link #onReminder} has to come; 0: never. */
    long reminderNanos() {
        return digests.reminderNanos();
    }

    void acknowledge(int digestId, long listId) {
        digests.acknowledge(digestId, listId);
    }

    @Override
    public void onPacket(int ingressPort, ByteString frame) {
        header.ifPresent(
                it -> {
                    int field = it.field(ForwardingProgram.INGRESS_PORT).orElseThrow();
                    primaries.offer(
                            StreamMessageResponse.newBuilder()
                                    .setPacket(
                                            PacketIn.newBuilder()
                                                    .setPayload(frame)
                                                    .addAllMetadata(
                                                            it.metadata(
                                                                    field,
                                                                    BitString.of(ingressPort))))
                                    .build());
                });
    }

    @Override
    public void onProgramPacket(ByteString packet) {
        Optional<PacketHeader> known = header;
        if (known.isPresent() && packet.size() >= known.get().bytes()) {
            primaries.offer(
                    StreamMessageResponse.newBuilder()
                            .setPacket(
                                    PacketIn.newBuilder()
                                            .setPayload(packet.substring(known.get().bytes()))
                                            .addAllMetadata(known.get().unpack(packet)))
                            .build());
        }
    }

    @Override
    public void onPause(long timeNanos, int port, int queue, boolean paused) {
        digests.addPause(timeNanos, port, queue, paused);
    }

    @Override
    public void onDigest(long timeNanos, String digest, List<BigInteger> fields) {
        digests.add(timeNanos, digest, fields);
    }

    /** No packet has met an entry for its idle timeout. */
    void onIdleEntry(long timeNanos, TableEntry entry) {
        primaries.offer(
                StreamMessageResponse.newBuilder()
                        .setIdleTimeoutNotification(
                                IdleTimeoutNotification.newBuilder()
                                        .addTableEntry(entry.toBuilder().clearAction())
                                        .setTimestamp(timeNanos))
                        .build());
    }

    @Override
    public void onReminder(long timeNanos) {
        digests.flushDue(timeNanos);
    }

    @Override
    public void onIdle(long timeNanos) {
        digests.flush(timeNanos);
    }
}
