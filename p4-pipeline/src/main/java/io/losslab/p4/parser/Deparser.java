package io.losslab.p4.parser;

import io.losslab.p4.action.Step;
import io.losslab.p4.packet.Headers;
import io.losslab.p4.packet.PacketState;
import java.util.List;

/** Puts the valid headers in front of the rest of a packet. On its switch's thread. */
public final class Deparser {
    private final Step[] steps;
    private final HeaderImage[] headers;
    private final List<Checksum> checksums;
    private byte[] image = new byte[256];

    Deparser(List<Step> steps, List<HeaderImage> headers, List<Checksum> checksums) {
        this.steps = steps.toArray(Step[]::new);
        this.headers = headers.toArray(HeaderImage[]::new);
        this.checksums = checksums.stream().filter(Checksum::updates).toList();
    }

    /** Makes the packet's bytes what its headers say; none of it is parsed then. */
    public void deparse(PacketState packet) {
        for (int i = 0; i < checksums.size(); i++) {
            checksums.get(i).update(packet);
        }
        for (Step step : steps) {
            step.run(packet);
        }
        int bits = 0;
        for (HeaderImage header : headers) {
            if (Headers.isValid(packet, header.header())) {
                bits += Headers.bits(packet, header.header());
            }
        }
        int rest = Math.max(0, packet.stored - packet.payload);
        int stored = bits / 8 + rest;
        if (image.length < stored) {
            image = new byte[2 * stored];
        }
        int end = 0;
        for (HeaderImage header : headers) {
            end = header.emit(packet, image, end);
        }
        if (rest > 0) { // The payload may begin beyond what is stored.
            System.arraycopy(packet.data, packet.payload, image, end, rest);
        }
        byte[] old = packet.data;
        packet.data = image;
        image = old;
        packet.length = Math.min(end + packet.length - packet.payload, packet.truncateTo);
        packet.stored = Math.min(stored, packet.length);
        packet.payload = 0;
    }
}
