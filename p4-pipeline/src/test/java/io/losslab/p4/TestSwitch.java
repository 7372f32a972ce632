package io.losslab.p4;

import io.losslab.p4.packet.Environment;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.program.FieldList;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.p4.runtime.TrafficManager;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A switch whose queues are empty: what goes in comes out at once, as {@code port:hex}. */
public final class TestSwitch implements TrafficManager {
    private record Queued(int port, int queue, PacketState packet) {}

    private final ArrayDeque<Queued> queued = new ArrayDeque<>();
    private final P4Switch runs;

    public final Environment environment = new Environment(1);
    public final List<String> digests = new ArrayList<>();
    public final List<String> messages = new ArrayList<>();
    public final List<Integer> queues = new ArrayList<>();
    public int drops;

    public TestSwitch(P4Program program) {
        runs = new P4Switch(program, environment, this);
        environment.onMessage(messages::add);
    }

    public P4Switch runs() {
        return runs;
    }

    /** Sends a packet through; returns what left. */
    public List<String> send(int port, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        return send(port, bytes, bytes.length);
    }

    /** Sends a packet of which only the first bytes are there. */
    public List<String> send(int port, byte[] first, int length) {
        PacketState packet = runs.take();
        packet.receive(first, 0, first.length, length);
        runs.ingress(packet, port);
        List<String> left = new ArrayList<>();
        while (!queued.isEmpty()) {
            Queued next = queued.poll();
            queues.add(next.queue());
            if (runs.egress(next.packet(), next.port(), next.queue())) {
                PacketState sent = next.packet();
                sent.ensure(sent.length);
                left.add(next.port() + ":" + HexFormat.of().formatHex(sent.data, 0, sent.length));
                runs.release(sent);
            }
        }
        return left;
    }

    @Override
    public void enqueue(int port, int queue, PacketState packet) {
        queued.add(new Queued(port, queue, packet));
    }

    @Override
    public int depth(int port, int queue) {
        return queued.size();
    }

    @Override
    public void digest(FieldList fields, PacketState packet) {
        StringBuilder text = new StringBuilder(fields.name());
        for (FieldLayout field : fields.fields()) {
            text.append(' ').append(packet.words[field.slot()]);
        }
        digests.add(text.toString());
    }

    @Override
    public void dropped(PacketState packet) {
        drops++;
    }
}
