package io.losslab.driver.p4runtime;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.ActionProfileAction;
import io.losslab.proto.p4.v1.ActionProfileActionSet;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.PacketIn;
import io.losslab.proto.p4.v1.PacketMetadata;
import io.losslab.proto.p4.v1.PacketOut;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The forwarding program as a controller sees it: its P4Info, and routes as table entries of {@code
 * ingress.routes}. Immutable. Source: the resource {@code losslab/p4/forward_v1model.p4}.
 */
public final class ForwardProgram {
    private static final String SWITCHES = "ingress.port_to_switch";
    private static final String P4INFO = "/losslab/p4/forward_v1model.p4info.txt";

    private final P4Info p4Info;
    private final int tableId;
    private final int fieldId;

    /** Id of the logical switch in the key of the routes; empty where the program has none. */
    private final Optional<Integer> switchFieldId;

    private final int actionId;
    private final int paramId;
    private final int paramBits;

    private ForwardProgram(P4Info p4Info) {
        this.p4Info = p4Info;
        var routes =
                p4Info.getTablesList().stream()
                        .filter(it -> it.getPreamble().getName().equals("ingress.routes"))
                        .findFirst()
                        .orElseThrow(() -> missing("table ingress.routes"));
        var forward =
                p4Info.getActionsList().stream()
                        .filter(it -> it.getPreamble().getName().equals("ingress.forward"))
                        .findFirst()
                        .orElseThrow(() -> missing("action ingress.forward"));
        this.tableId = routes.getPreamble().getId();
        this.fieldId = routes.getMatchFields(0).getId();
        this.switchFieldId =
                routes.getMatchFieldsList().stream()
                        .filter(field -> field.getName().equals("meta.logical_switch"))
                        .map(MatchField::getId)
                        .findFirst();
        this.actionId = forward.getPreamble().getId();
        this.paramId = forward.getParams(0).getId();
        this.paramBits = forward.getParams(0).getBitwidth();
    }

    /** The program as it comes with losslab. */
    public static ForwardProgram load() {
        return new ForwardProgram(BundledProgram.read(P4INFO));
    }

    /**
     * Another program with the same routes.
     *
     * @throws NoSuchElementException where it has none of them
     */
    public static ForwardProgram of(P4Info p4Info) {
        return new ForwardProgram(p4Info);
    }

    /** What the program offers. */
    public P4Info p4Info() {
        return p4Info;
    }

    /**
     * What a switch is given to run the program.
     *
     * @param deviceConfig the compiler's output for the target; empty for a software switch
     * @param cookie the controller's mark, read back with the config
     */
    public ForwardingPipelineConfig pipelineConfig(ByteString deviceConfig, long cookie) {
        return ForwardingPipelineConfig.newBuilder()
                .setP4Info(p4Info)
                .setP4DeviceConfig(deviceConfig)
                .setCookie(ForwardingPipelineConfig.Cookie.newBuilder().setCookie(cookie))
                .build();
    }

    /**
     * Makes a port part of a logical switch.
     *
     * @param port from 1
     * @param logicalSwitch 0..255
     * @throws NoSuchElementException where the program has no logical switches
     */
    public TableEntry assign(int port, int logicalSwitch) {
        Table table =
                p4Info.getTablesList().stream()
                        .filter(it -> it.getPreamble().getName().equals(SWITCHES))
                        .findFirst()
                        .orElseThrow(() -> missing("table " + SWITCHES));
        return ProgramEntry.in(p4Info, SWITCHES)
                .exact(table.getMatchFields(0).getName(), port)
                .doing("ingress.enter_switch")
                .with("logical_switch", logicalSwitch)
                .build();
    }

    /**
     * A route as a table entry: one member of weight 1 for each port.
     *
     * @throws IllegalArgumentException where a port does not fit, or the program has no logical
     *     switches and the route names one
     */
    public TableEntry encode(Route route) {
        ActionProfileActionSet.Builder members = ActionProfileActionSet.newBuilder();
        for (int port : route.egressPorts()) {
            members.addActionProfileActions(
                    ActionProfileAction.newBuilder().setAction(forward(port)).setWeight(1));
        }
        TableEntry.Builder entry =
                key(route.logicalSwitch(), route.ipv4(), route.prefixBits())
                        .setAction(TableAction.newBuilder().setActionProfileActionSet(members));
        return entry.build();
    }

    /**
     * A packet to be sent out of a port.
     *
     * @param frame from the destination address on; the software switches carry LLDP
     */
    public PacketOut packetOut(int port, ByteString frame) {
        return PacketOut.newBuilder()
                .setPayload(frame)
                .addMetadata(
                        PacketMetadata.newBuilder()
                                .setMetadataId(metadataId("packet_out"))
                                .setValue(canonical(port)))
                .build();
    }

    /** The port that a packet for the controller arrived at. */
    public int ingressPort(PacketIn packet) {
        int id = metadataId("packet_in");
        return packet.getMetadataList().stream()
                .filter(it -> it.getMetadataId() == id)
                .mapToInt(it -> (int) number(it.getValue()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the packet has no ingress_port"));
    }

    private int metadataId(String header) {
        return p4Info.getControllerPacketMetadataList().stream()
                .filter(it -> it.getPreamble().getName().equals(header))
                .findFirst()
                .orElseThrow(() -> missing("controller header " + header))
                .getMetadata(0)
                .getId();
    }

    private TableEntry.Builder key(int logicalSwitch, int ipv4, int prefixBits) {
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(tableId);
        if (prefixBits > 0) {
            entry.addMatch(
                    FieldMatch.newBuilder()
                            .setFieldId(fieldId)
                            .setLpm(
                                    FieldMatch.LPM
                                            .newBuilder()
                                            .setValue(canonical(Integer.toUnsignedLong(ipv4)))
                                            .setPrefixLen(prefixBits)));
        }
        if (switchFieldId.isPresent()) {
            entry.addMatch(
                    FieldMatch.newBuilder()
                            .setFieldId(switchFieldId.get())
                            .setExact(
                                    FieldMatch.Exact.newBuilder()
                                            .setValue(canonical(logicalSwitch))));
        } else if (logicalSwitch != 0) {
            throw new IllegalArgumentException(
                    "the program has no logical switches, and a route is of " + logicalSwitch);
        }
        return entry;
    }

    private Action forward(int port) {
        if (port >= 1 << paramBits) {
            throw new IllegalArgumentException(
                    "port %d does not fit the program's %d bits".formatted(port, paramBits));
        }
        return Action.newBuilder()
                .setActionId(actionId)
                .addParams(Action.Param.newBuilder().setParamId(paramId).setValue(canonical(port)))
                .build();
    }

    private static NoSuchElementException missing(String what) {
        return new NoSuchElementException(P4INFO + " has no " + what);
    }

    /** Big-endian, as short as the value allows, at least one byte. */
    static ByteString canonical(long value) {
        int length = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 7) / 8);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (value >>> 8 * (length - 1 - i));
        }
        return ByteString.copyFrom(bytes);
    }

    private static long number(ByteString bytes) {
        long value = 0;
        for (int i = 0; i < bytes.size(); i++) {
            value = value << 8 | (bytes.byteAt(i) & 0xff);
        }
        return value;
    }
}
