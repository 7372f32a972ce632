package io.losslab.softswitch.p4runtime;

import com.google.protobuf.Message;
import io.losslab.proto.p4.config.v1.Action;
import io.losslab.proto.p4.config.v1.ActionProfile;
import io.losslab.proto.p4.config.v1.ActionRef;
import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.config.v1.CounterSpec;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.config.v1.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Where the objects of the forwarding program stand in the P4Info a controller sent. The program is
 * known by their names; ids, widths and sizes are the controller's.
 *
 * @param routes table {@code ingress.routes}
 * @param destination its only match field, {@code hdr.ipv4.dst_addr}, LPM of 32 bits
 * @param forward action {@code ingress.forward}
 * @param port the action's only parameter
 * @param ecmp action selector {@code ingress.ecmp}, the table's implementation
 * @param rx counter {@code ingress.rx}, by ingress port
 * @param tx counter {@code egress.tx}, by egress port
 * @param droppingActions ids of the actions without parameters that mean "drop" as default action
 */
record ProgramLayout(
        Table routes,
        MatchField destination,
        Action forward,
        Action.Param port,
        ActionProfile ecmp,
        Counter rx,
        Counter tx,
        Set<Integer> droppingActions) {
    private static final Set<String> DROPPING = Set.of("NoAction", "ingress.drop");
    private static final int MAX_COUNTER_CELLS = 1 << 16;

    /**
     * Finds the program in a P4Info.
     *
     * @param ports of the device that is to run it
     * @throws Refusal INVALID_ARGUMENT that names everything missing or too much
     */
    static ProgramLayout recognise(P4Info info, int ports) throws Refusal {
        List<String> problems = new ArrayList<>();
        requireUniqueIds(info, problems);
        refuseForeign(info, problems);
        Optional<Table> routes =
                find("table ingress.routes", info.getTablesList(), Table::getPreamble, problems);
        Optional<Action> forward =
                find(
                        "action ingress.forward",
                        info.getActionsList(),
                        Action::getPreamble,
                        problems);
        Optional<ActionProfile> ecmp =
                find(
                        "action selector ingress.ecmp",
                        info.getActionProfilesList(),
                        ActionProfile::getPreamble,
                        problems);
        Optional<Counter> rx =
                find("counter ingress.rx", info.getCountersList(), Counter::getPreamble, problems);
        Optional<Counter> tx =
                find("counter egress.tx", info.getCountersList(), Counter::getPreamble, problems);
        forward.ifPresent(action -> checkForward(action, ports, problems));
        ecmp.ifPresent(
                profile ->
                        require(
                                profile.getWithSelector(),
                                "ingress.ecmp is no selector",
                                problems));
        rx.ifPresent(counter -> checkCounter(counter, ports, problems));
        tx.ifPresent(counter -> checkCounter(counter, ports, problems));
        Set<Integer> dropping = droppingActions(info);
        if (routes.isPresent() && forward.isPresent() && ecmp.isPresent()) {
            checkRoutes(routes.get(), forward.get(), ecmp.get(), dropping, problems);
        }
        if (!problems.isEmpty()) {
            throw Refusal.invalid(
                    "the software switch runs only the forwarding program, and this is not it: "
                            + String.join("; ", problems));
        }
        return new ProgramLayout(
                routes.get(),
                routes.get().getMatchFields(0),
                forward.get(),
                forward.get().getParams(0),
                ecmp.get(),
                rx.get(),
                tx.get(),
                dropping);
    }

    int tableId() {
        return routes.getPreamble().getId();
    }

    /** How the table may use an action; empty: not at all. */
    Optional<ActionRef> reference(int actionId) {
        return routes.getActionRefsList().stream()
                .filter(ref -> ref.getId() == actionId)
                .findFirst();
    }

    boolean hasConstantDefault() {
        return routes.getConstDefaultActionId() != 0;
    }

    /** The default action of the program as it starts. */
    int initialDefaultActionId() {
        if (hasConstantDefault()) {
            return routes.getConstDefaultActionId();
        }
        if (routes.hasInitialDefaultAction()) {
            return routes.getInitialDefaultAction().getActionId();
        }
        return routes.getActionRefsList().stream()
                .map(ActionRef::getId)
                .filter(droppingActions::contains)
                .findFirst()
                .orElse(0);
    }

    private static <T> Optional<T> find(
            String what, List<T> among, Function<T, Preamble> preamble, List<String> problems) {
        String name = what.substring(what.lastIndexOf(' ') + 1);
        Optional<T> found =
                among.stream().filter(it -> preamble.apply(it).getName().equals(name)).findFirst();
        require(found.isPresent(), what + " is missing", problems);
        return found;
    }

    private static void checkForward(Action forward, int ports, List<String> problems) {
        boolean one =
                forward.getParamsCount() == 1 && forward.getParams(0).getName().equals("port");
        require(one, "ingress.forward must have the one parameter port", problems);
        if (one) {
            int width = forward.getParams(0).getBitwidth();
            require(
                    width >= 1 && width <= 32 && ports < 1L << width,
                    "port of ingress.forward has %d bits, which do not number %d ports"
                            .formatted(width, ports),
                    problems);
        }
    }

    private static void checkCounter(Counter counter, int ports, List<String> problems) {
        String name = counter.getPreamble().getName();
        require(
                counter.getSpec().getUnit() == CounterSpec.Unit.BOTH,
                name + " must count packets and bytes",
                problems);
        require(
                counter.getSize() > ports && counter.getSize() <= MAX_COUNTER_CELLS,
                "%s has %d cells; ports 0..%d need that many and one more, and %d is the most"
                        .formatted(name, counter.getSize(), ports, MAX_COUNTER_CELLS),
                problems);
    }

    private static void checkRoutes(
            Table routes,
            Action forward,
            ActionProfile ecmp,
            Set<Integer> dropping,
            List<String> problems) {
        boolean key =
                routes.getMatchFieldsCount() == 1
                        && routes.getMatchFields(0).getName().equals("hdr.ipv4.dst_addr")
                        && routes.getMatchFields(0).getMatchType() == MatchField.MatchType.LPM
                        && routes.getMatchFields(0).getBitwidth() == 32;
        require(
                key,
                "ingress.routes must match hdr.ipv4.dst_addr, LPM of 32 bits, alone",
                problems);
        require(
                routes.getImplementationId() == ecmp.getPreamble().getId(),
                "ingress.ecmp must be the implementation of ingress.routes",
                problems);
        require(!routes.getIsConstTable(), "ingress.routes must not be constant", problems);
        require(
                !routes.getHasInitialEntries(),
                "ingress.routes must have no initial entries",
                problems);
        Set<Integer> actions = new HashSet<>();
        routes.getActionRefsList().forEach(ref -> actions.add(ref.getId()));
        require(
                actions.contains(forward.getPreamble().getId()),
                "ingress.routes must offer ingress.forward",
                problems);
        int initial =
                routes.getConstDefaultActionId() != 0
                        ? routes.getConstDefaultActionId()
                        : routes.getInitialDefaultAction().getActionId();
        require(
                initial == 0 || dropping.contains(initial),
                "the default action of ingress.routes must be one of " + sorted(DROPPING),
                problems);
    }

    private static void refuseForeign(P4Info info, List<String> problems) {
        refuse(
                "table",
                info.getTablesList(),
                Table::getPreamble,
                Set.of("ingress.routes"),
                problems);
        refuse(
                "action profile",
                info.getActionProfilesList(),
                ActionProfile::getPreamble,
                Set.of("ingress.ecmp"),
                problems);
        refuse(
                "counter",
                info.getCountersList(),
                Counter::getPreamble,
                Set.of("ingress.rx", "egress.tx"),
                problems);
        refuseKind("direct counter", info.getDirectCountersList(), problems);
        refuseKind("meter", info.getMetersList(), problems);
        refuseKind("direct meter", info.getDirectMetersList(), problems);
        refuseKind("value set", info.getValueSetsList(), problems);
        refuseKind("register", info.getRegistersList(), problems);
        refuseKind("digest", info.getDigestsList(), problems);
        refuseKind("extern", info.getExternsList(), problems);
        refuseKind("packet metadata", info.getControllerPacketMetadataList(), problems);
    }

    private static <T> void refuse(
            String kind,
            List<T> among,
            Function<T, Preamble> preamble,
            Set<String> known,
            List<String> problems) {
        for (T each : among) {
            String name = preamble.apply(each).getName();
            require(known.contains(name), "%s %s is unknown".formatted(kind, name), problems);
        }
    }

    private static void refuseKind(
            String kind, List<? extends Message> found, List<String> problems) {
        require(
                found.isEmpty(),
                "it has %d %s objects, the switch has none".formatted(found.size(), kind),
                problems);
    }

    private static void requireUniqueIds(P4Info info, List<String> problems) {
        List<Preamble> all = new ArrayList<>();
        info.getTablesList().forEach(it -> all.add(it.getPreamble()));
        info.getActionsList().forEach(it -> all.add(it.getPreamble()));
        info.getActionProfilesList().forEach(it -> all.add(it.getPreamble()));
        info.getCountersList().forEach(it -> all.add(it.getPreamble()));
        Set<Integer> seen = new HashSet<>();
        for (Preamble preamble : all) {
            require(preamble.getId() != 0, preamble.getName() + " has id 0", problems);
            require(
                    seen.add(preamble.getId()),
                    "%s has the id 0x%08x of another object"
                            .formatted(preamble.getName(), preamble.getId()),
                    problems);
        }
    }

    private static Set<Integer> droppingActions(P4Info info) {
        Set<Integer> ids = new HashSet<>();
        for (Action action : info.getActionsList()) {
            if (DROPPING.contains(action.getPreamble().getName()) && action.getParamsCount() == 0) {
                ids.add(action.getPreamble().getId());
            }
        }
        return Set.copyOf(ids);
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }

    private static void require(boolean holds, String problem, List<String> problems) {
        if (!holds) {
            problems.add(problem);
        }
    }
}
