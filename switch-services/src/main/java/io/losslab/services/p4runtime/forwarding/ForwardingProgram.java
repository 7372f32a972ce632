package io.losslab.services.p4runtime.forwarding;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.config.v1.ActionProfile;
import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.config.v1.CounterSpec;
import io.losslab.proto.p4.config.v1.Digest;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.proto.p4.v1.P4StructLike;
import io.losslab.services.p4runtime.program.ActionSchema;
import io.losslab.services.p4runtime.program.BitString;
import io.losslab.services.p4runtime.program.DataType;
import io.losslab.services.p4runtime.program.FieldSchema;
import io.losslab.services.p4runtime.program.PacketHeader;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a program that the plane carries out, known by its names; ids, widths and sizes are
 * the controller's.
 *
 * @param program all of it
 * @param routes table {@code ingress.routes}: {@code hdr.ipv4.dst_addr}, LPM of 32 bits, and where
 *     the device can be several switches {@code meta.logical_switch}, exact
 * @param portToSwitch table {@code ingress.port_to_switch}, by ingress port, if the key of the
 *     routes has the switch
 * @param forward action {@code ingress.forward}, whose only parameter is the port
 * @param ecmp selector {@code ingress.ecmp}, the table's implementation
 * @param rx counter {@code ingress.rx}, by ingress port, if there is one
 * @param tx counter {@code egress.tx}, by egress port, if there is one
 * @param pauseEvents digest {@code pause_events}, if there is one
 */
public record ForwardingProgram(
        Program program,
        TableSchema routes,
        Optional<TableSchema> portToSwitch,
        ActionSchema forward,
        ActionProfile ecmp,
        Optional<Counter> rx,
        Optional<Counter> tx,
        Optional<Digest> pauseEvents) {
    /** Field of the header of packets from the controller: where they leave. */
    public static final String EGRESS_PORT = "egress_port";

    /** Field of the header of packets to the controller: where they came in. */
    public static final String INGRESS_PORT = "ingress_port";

    private static final String NO_ACTION = "NoAction";
    private static final Set<String> DROPPING = Set.of(NO_ACTION, "ingress.drop");
    private static final String DESTINATION = "hdr.ipv4.dst_addr";
    private static final String SWITCH = "meta.logical_switch";

    /** Widest number of a logical switch, bits. */
    private static final int SWITCH_BITS = 16;

    /**
     * Finds the program in a P4Info.
     *
     * @param ports of the device that is to run it
     * @throws Refusal INVALID_ARGUMENT that names everything missing, wrong or too much
     */
    static ForwardingProgram recognise(P4Info info, int ports) throws Refusal {
        List<String> problems = new ArrayList<>();
        Optional<ForwardingProgram> found = read(info, ports, problems);
        if (!problems.isEmpty()) {
            throw Refusal.invalid(
                    "the software switch cannot run this program: " + String.join("; ", problems));
        }
        return found.orElseThrow();
    }

    /** The program in the P4Info of one that may have other objects too; empty where it lacks. */
    static Optional<ForwardingProgram> in(P4Info info, int ports) {
        List<String> problems = new ArrayList<>();
        return read(info, ports, problems).filter(found -> problems.isEmpty());
    }

    private static Optional<ForwardingProgram> read(P4Info info, int ports, List<String> problems) {
        Optional<ForwardingProgram> found = find(Program.read(info, problems), problems);
        found.ifPresent(it -> it.check(info, ports, problems));
        return found;
    }

    /** Whether an action drops, so that it may be the default of the routes. */
    boolean drops(int actionId) {
        return DROPPING.stream()
                .anyMatch(
                        name ->
                                program.action(name)
                                        .map(it -> it.id() == actionId && it.params().isEmpty())
                                        .orElse(false));
    }

    /** Whether an action does nothing. */
    boolean isNoAction(int actionId) {
        return program.action(NO_ACTION).map(it -> it.id() == actionId).orElse(false);
    }

    /** Whether the routes have a direct counter. */
    boolean countsRoutes() {
        return routes.counter().isPresent();
    }

    int ecmpId() {
        return ecmp.getPreamble().getId();
    }

    /** Header of packets from the controller, where the program has it. */
    public Optional<PacketHeader> packetOut() {
        return program.packetOut();
    }

    /** Header of packets to the controller, where the program has it. */
    public Optional<PacketHeader> packetIn() {
        return program.packetIn();
    }

    private static Optional<ForwardingProgram> find(Program program, List<String> problems) {
        Optional<TableSchema> routes = program.table("ingress.routes");
        Optional<ActionSchema> forward = program.action("ingress.forward");
        Optional<ActionProfile> ecmp =
                program.profiles().stream()
                        .filter(it -> it.getPreamble().getName().equals("ingress.ecmp"))
                        .findFirst();
        require(routes.isPresent(), "table ingress.routes is missing", problems);
        require(forward.isPresent(), "action ingress.forward is missing", problems);
        require(ecmp.isPresent(), "action selector ingress.ecmp is missing", problems);
        if (routes.isEmpty() || forward.isEmpty() || ecmp.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new ForwardingProgram(
                        program,
                        routes.get(),
                        routes.get().key().fields().size() > 1
                                ? program.table("ingress.port_to_switch")
                                : Optional.empty(),
                        forward.get(),
                        ecmp.get(),
                        program.counter("ingress.rx"),
                        program.counter("egress.tx"),
                        program.digests().stream()
                                .filter(it -> it.getPreamble().getName().equals("pause_events"))
                                .findFirst()));
    }

    private void check(P4Info info, int ports, List<String> problems) {
        for (TableSchema table : program.tables().values()) {
            require(
                    !table.timesEntries(),
                    table.name() + " has an idle timeout; the switch does not time its routes",
                    problems);
            require(
                    !table.hasInitialEntries(),
                    table.name()
                            + " has entries in the program itself; they are not in the P4Info, so"
                            + " the switch does not know them",
                    problems);
        }
        checkForward(ports, problems);
        checkRoutes(problems);
        portToSwitch.ifPresent(table -> checkSwitches(table, problems));
        require(ecmp.getWithSelector(), "ingress.ecmp is not a selector", problems);
        rx.ifPresent(counter -> checkCounter(counter, ports, problems));
        tx.ifPresent(counter -> checkCounter(counter, ports, problems));
        checkHeader("packet_in", packetIn(), INGRESS_PORT, problems);
        checkHeader("packet_out", packetOut(), EGRESS_PORT, problems);
        pauseEvents.ifPresent(digest -> checkDigest(info, digest, ports, problems));
    }

    private void checkForward(int ports, List<String> problems) {
        boolean one = forward.params().size() == 1 && forward.params().get(0).name().equals("port");
        require(one, "ingress.forward must have the one parameter port", problems);
        if (one) {
            int width = forward.params().get(0).widthBits();
            require(
                    width >= 1 && width <= 32 && ports < 1L << width,
                    "port of ingress.forward has %d bits, which do not number %d ports"
                            .formatted(width, ports),
                    problems);
        }
    }

    private void checkRoutes(List<String> problems) {
        List<FieldSchema> fields = routes.key().fields();
        boolean destination =
                !fields.isEmpty()
                        && fields.get(0).name().equals(DESTINATION)
                        && fields.get(0).kind() == MatchField.MatchType.LPM
                        && fields.get(0).widthBits() == 32;
        boolean switches =
                fields.size() == 2
                        && fields.get(1).name().equals(SWITCH)
                        && fields.get(1).kind() == MatchField.MatchType.EXACT
                        && fields.get(1).widthBits() <= SWITCH_BITS;
        require(
                destination && (fields.size() == 1 || switches),
                "ingress.routes must match %s, LPM of 32 bits, alone or with %s, exact of at most %d"
                        .formatted(DESTINATION, SWITCH, SWITCH_BITS),
                problems);
        require(
                fields.size() == 1 || portToSwitch.isPresent(),
                "ingress.routes matches a logical switch, and table ingress.port_to_switch is"
                        + " missing",
                problems);
        require(
                routes.implementation().map(ecmp::equals).orElse(false),
                "ingress.ecmp must be the implementation of ingress.routes",
                problems);
        require(!routes.isConst(), "ingress.routes must not be constant", problems);
        require(
                routes.meter().isEmpty(),
                "ingress.routes has a direct meter; the switch does not meter routes",
                problems);
        require(routes.offers(forward.id()), "ingress.routes must offer ingress.forward", problems);
        require(
                routes.initialDefault().map(it -> drops(it.getActionId())).orElse(true),
                "the default action of ingress.routes must be one of "
                        + DROPPING.stream().sorted().toList(),
                problems);
    }

    private void checkSwitches(TableSchema table, List<String> problems) {
        List<FieldSchema> fields = table.key().fields();
        require(
                fields.size() == 1 && fields.get(0).kind() == MatchField.MatchType.EXACT,
                "ingress.port_to_switch must match the ingress port, exact, alone",
                problems);
        Optional<ActionSchema> enter = program.action("ingress.enter_switch");
        require(
                enter.isPresent()
                        && enter.get().params().size() == 1
                        && enter.get().params().get(0).widthBits() <= SWITCH_BITS
                        && table.offers(enter.get().id()),
                "ingress.port_to_switch must offer ingress.enter_switch, whose one parameter is the"
                        + " switch",
                problems);
        require(
                table.implementation().isEmpty() && !table.isConst(),
                "ingress.port_to_switch must be a plain table",
                problems);
        require(
                table.initialDefault().map(it -> isNoAction(it.getActionId())).orElse(true),
                "the default action of ingress.port_to_switch must be NoAction",
                problems);
    }

    private static void checkCounter(Counter counter, int ports, List<String> problems) {
        String name = counter.getPreamble().getName();
        require(
                counter.getSpec().getUnit() == CounterSpec.Unit.BOTH,
                name + " must count packets and bytes",
                problems);
        require(
                counter.getSize() > ports,
                "%s has %d cells; ports 0..%d need that many and one more"
                        .formatted(name, counter.getSize(), ports),
                problems);
    }

    private static void checkHeader(
            String name, Optional<PacketHeader> header, String field, List<String> problems) {
        require(
                header.map(it -> it.field(field).isPresent()).orElse(true),
                "the controller header %s must have the field %s".formatted(name, field),
                problems);
    }

    private static void checkDigest(P4Info info, Digest digest, int ports, List<String> problems) {
        DataType type = new DataType(digest.getTypeSpec(), info.getTypeInfo());
        if (!type.isComplete()) {
            return;
        }
        try {
            type.check(pauseEvent(ports, 255, true), "pause_events");
        } catch (Refusal refusal) {
            problems.add(
                    "pause_events must be a struct of port, queue of 8 bits and paused: "
                            + refusal.getMessage());
        }
    }

    /** What the digest reports of a queue. */
    public static P4Data pauseEvent(int port, int queue, boolean paused) {
        return P4Data.newBuilder()
                .setStruct(
                        P4StructLike.newBuilder()
                                .addMembers(bits(BitString.of(port)))
                                .addMembers(bits(BitString.of(queue)))
                                .addMembers(bits(BitString.of(paused ? 1 : 0))))
                .build();
    }

    private static P4Data bits(ByteString value) {
        return P4Data.newBuilder().setBitstring(value).build();
    }

    private static void require(boolean holds, String problem, List<String> problems) {
        if (!holds) {
            problems.add(problem);
        }
    }
}
