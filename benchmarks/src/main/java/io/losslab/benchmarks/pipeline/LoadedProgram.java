package io.losslab.benchmarks.pipeline;

import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.p4.action.Action;
import io.losslab.p4.action.ActionCall;
import io.losslab.p4.packet.Environment;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.program.BundledJson;
import io.losslab.p4.program.FieldList;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.p4.runtime.TrafficManager;
import io.losslab.p4.table.ActionSource;
import io.losslab.p4.table.EntryKey;
import io.losslab.p4.table.EntryKey.Part;
import io.losslab.p4.table.MatchTable;
import io.losslab.p4.table.TableEntry;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A bundled program with 1,024 routes to eight ports each, classes of all DSCPs, and packets to
 * these destinations in turn. Packets leave their queue as soon as they have joined it.
 */
final class LoadedProgram implements TrafficManager {
    static final int INGRESS_PORT = 1;

    private static final int ROUTES = 1_024;
    private static final int PORTS = 8;
    private static final int DSCPS = 64;
    private static final int ADDRESS_BITS = 32;
    private static final int FIRST_ADDRESS = 0x0a000001;
    private static final int PACKET_BYTES = 1_086;
    private static final int DESTINATION = 30;
    private static final int SOURCE_PORT = 34;

    /** A RoCEv2 write to 10.0.0.1 with DSCP 26, from the Ethernet header on. */
    private static final byte[] HEADERS =
            HexFormat.of()
                    .parseHex(
                            "0200000000010200000000020800"
                                    + "4568043000000000401100000a000002"
                                    + "0a000001"
                                    + "c00012b7041c0000"
                                    + "0640ffff0000000100000001"
                                    + "00000000000000000000000000000400");

    private final String name;
    private final P4Program program;
    private final P4Switch runs;
    private final byte[] headers = HEADERS.clone();
    private long sent;

    LoadedProgram(String name) {
        this.name = name;
        program = P4Program.read(BundledJson.read(name));
        runs = new P4Switch(program, new Environment(1), this);
        putRoutes(program.tables().get("ingress.routes"));
        putOnePerPort(program.tables().get("ingress.port_to_switch"));
        MatchTable classes = program.tables().get("ingress.dscp_classes");
        if (classes != null) {
            putClasses(classes);
        }
    }

    String name() {
        return name;
    }

    P4Switch runs() {
        return runs;
    }

    /** Packets sent so far. */
    long sent() {
        return sent;
    }

    /** How often packets met tables that have a key. */
    long tablesMet() {
        long met = 0;
        for (MatchTable table : program.tables().values()) {
            if (!table.key().isEmpty()) {
                met += table.standard().packets();
                for (TableEntry entry : table.entries()) {
                    met += entry.packets();
                }
            }
        }
        return met;
    }

    /** Puts the bytes of the packet of this number in. */
    void load(PacketState packet, long number) {
        BigEndian.putInt(headers, DESTINATION, FIRST_ADDRESS + (int) (number % ROUTES));
        BigEndian.putShort(headers, SOURCE_PORT, 0xc000 | (int) number & 0x3fff);
        packet.receive(headers, 0, headers.length, PACKET_BYTES);
    }

    @Override
    public void enqueue(int port, int queue, PacketState packet) {
        if (runs.egress(packet, port, queue)) {
            sent++;
            runs.release(packet);
        }
    }

    @Override
    public int depth(int port, int queue) {
        return 0;
    }

    @Override
    public void digest(FieldList fields, PacketState packet) {}

    @Override
    public void dropped(PacketState packet) {}

    private void putRoutes(MatchTable routes) {
        Action forward = routes.action("ingress.forward").orElseThrow();
        List<ActionCall> ports =
                IntStream.rangeClosed(1, PORTS)
                        .mapToObj(port -> forward.call(List.of(BigInteger.valueOf(port))))
                        .toList();
        ActionSource spread = routes.profile().orElseThrow().group(ports);
        for (int route = 0; route < ROUTES; route++) {
            Part address =
                    Part.prefix(
                            BigInteger.valueOf(FIRST_ADDRESS + route), ADDRESS_BITS, ADDRESS_BITS);
            Part logicalSwitch = Part.exact(BigInteger.ZERO);
            routes.put(new EntryKey(routes.key(), List.of(address, logicalSwitch), 0), spread, 0);
        }
    }

    private static void putOnePerPort(MatchTable switches) {
        for (int port = 1; port <= PORTS; port++) {
            put(switches, port, "ingress.enter_switch", 0);
        }
    }

    private static void putClasses(MatchTable classes) {
        for (int dscp = 0; dscp < DSCPS; dscp++) {
            put(classes, dscp, "ingress.set_class", dscp / 8);
        }
    }

    private static void put(MatchTable table, int key, String action, int argument) {
        table.put(
                new EntryKey(table.key(), List.of(Part.exact(BigInteger.valueOf(key))), 0),
                ActionSource.of(
                        table.action(action)
                                .orElseThrow()
                                .call(List.of(BigInteger.valueOf(argument)))),
                0);
    }
}
