package io.losslab.configs.plan.text;

import io.losslab.configs.plan.Route;
import io.losslab.configs.plan.RoutePrefix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Routes of a device as a table: a row for every prefix, or where there are many, a row for every
 * set of ports.
 */
final class RouteRows {
    private static final int MOST_ROUTES = 16;

    private final List<RoutePrefix> routes;

    RouteRows(List<RoutePrefix> routes) {
        this.routes = routes;
    }

    /** Rows, the headings first. */
    List<List<String>> rows() {
        return routes.size() > MOST_ROUTES ? byPorts() : byPrefix();
    }

    private List<List<String>> byPrefix() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("prefix", "hosts", "ports"));
        for (RoutePrefix route : routes) {
            rows.add(List.of(route.text(), hosts(route.routes()), PlanText.numbers(route.ports())));
        }
        return rows;
    }

    private List<List<String>> byPorts() {
        Map<List<Integer>, List<RoutePrefix>> alike = new LinkedHashMap<>();
        for (RoutePrefix route : routes) {
            alike.computeIfAbsent(route.ports(), ports -> new ArrayList<>()).add(route);
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ports", "routes", "to hosts"));
        alike.forEach(
                (ports, same) ->
                        rows.add(
                                List.of(
                                        PlanText.numbers(ports),
                                        String.valueOf(same.size()),
                                        hosts(
                                                same.stream()
                                                        .flatMap(route -> route.routes().stream())
                                                        .toList()))));
        return rows;
    }

    /** Names, of hosts that follow each other in the topology only the first and the last. */
    private static String hosts(List<Route> same) {
        StringBuilder text = new StringBuilder();
        int first = 0;
        while (first < same.size()) {
            int last = first;
            while (last + 1 < same.size() && id(same, last + 1) == id(same, last) + 1) {
                last++;
            }
            text.append(text.isEmpty() ? "" : ", ").append(same.get(first).host().name());
            if (last > first) {
                text.append(" to ").append(same.get(last).host().name());
            }
            first = last + 1;
        }
        return text.toString();
    }

    private static int id(List<Route> routes, int index) {
        return routes.get(index).host().id();
    }
}
