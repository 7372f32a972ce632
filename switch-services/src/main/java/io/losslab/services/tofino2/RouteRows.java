package io.losslab.services.tofino2;

import io.losslab.services.bfrt.SdeEntries;
import io.losslab.services.bfrt.SdeRow;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** What the entries of {@code ingress.routes} and {@code ingress.port_to_switch} mean. */
final class RouteRows {
    private static final String MEMBER = "$ACTION_MEMBER_ID";
    private static final String GROUP = "$SELECTOR_GROUP_ID";

    private final SdeEntries entries;
    private final IntPredicate isUp;
    private final Map<Integer, List<Integer>> groups = new HashMap<>();

    /** Port of each member, by its id. */
    private final Map<Integer, Integer> members = new HashMap<>();

    /**
     * Entries of a program.
     *
     * @param isUp of a port: packets to another are lost
     */
    RouteRows(SdeEntries entries, IntPredicate isUp) {
        this.entries = entries;
        this.isUp = isUp;
        for (SdeRow row : entries.rows("ingress.ecmp")) {
            if (row.action().equals("ingress.forward")) {
                members.put((int) row.key(MEMBER), (int) row.number("port"));
            }
        }
        for (SdeRow row : entries.rows("ingress.ecmp_selector")) {
            List<Integer> ids = row.numbers(MEMBER);
            List<Boolean> active = row.flags("$ACTION_MEMBER_STATUS");
            groups.put(
                    (int) row.key(GROUP),
                    IntStream.range(0, ids.size())
                            .filter(i -> i < active.size() && active.get(i))
                            .mapToObj(ids::get)
                            .toList());
        }
    }

    /** Equal-cost ports of each prefix that has any, in ascending order. */
    Map<RouteKey, List<Integer>> routes() {
        Map<RouteKey, List<Integer>> routes = new HashMap<>();
        for (SdeRow row : entries.rows("ingress.routes")) {
            List<Integer> chosen =
                    row.has(GROUP)
                            ? groups.getOrDefault((int) row.number(GROUP), List.of())
                            : List.of((int) row.number(MEMBER));
            List<Integer> ports =
                    chosen.stream()
                            .filter(members::containsKey)
                            .map(members::get)
                            .filter(isUp::test)
                            .sorted()
                            .toList();
            if (!ports.isEmpty()) {
                routes.put(
                        new RouteKey(
                                (int) row.key("meta.logical_switch"),
                                (int) row.key("hdr.ipv4.dst_addr"),
                                row.prefixBits("hdr.ipv4.dst_addr")),
                        ports);
            }
        }
        return routes;
    }

    /** The logical switch of each port that is not in switch 0. */
    Map<Integer, Integer> switches() {
        Map<Integer, Integer> switches = new HashMap<>();
        for (SdeRow row : entries.rows("ingress.port_to_switch")) {
            switches.put(
                    (int) row.key("ingress_md.ingress_port"), (int) row.number("logical_switch"));
        }
        return switches;
    }
}
