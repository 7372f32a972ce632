package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RoutePrefixTest {
    private static final List<Integer> UP = List.of(9, 10, 11, 12, 13, 14, 15, 16);

    @Property
    void everyHostHasItsRouteByOnePrefixOrNone(
            @ForAll @Size(min = 1, max = 80) List<@IntRange(min = 0, max = 3) Integer> portOfHost) {
        List<Node> hosts = hosts(portOfHost.size());
        List<Route> routes = new ArrayList<>();
        for (Node host : hosts) {
            int port = portOfHost.get(host.id());
            if (port > 0) {
                routes.add(new Route(host, Topology.ipv4Of(host), List.of(port)));
            }
        }
        List<RoutePrefix> prefixes = RoutePrefix.of(hosts, routes);
        for (Node host : hosts) {
            int port = portOfHost.get(host.id());
            assertEquals(
                    port == 0 ? List.of() : List.of(List.of(port)),
                    prefixes.stream()
                            .filter(prefix -> covers(prefix, Topology.ipv4Of(host)))
                            .map(RoutePrefix::ports)
                            .toList());
        }
        assertEquals(
                Set.copyOf(routes),
                Set.copyOf(prefixes.stream().flatMap(each -> each.routes().stream()).toList()));
    }

    @Test
    void anEdgeSwitchHasItsHostsAndAFewPrefixesUpwards() {
        List<Node> hosts = hosts(1024);
        List<Route> routes = new ArrayList<>();
        for (Node host : hosts) {
            boolean below = host.id() / 8 == 8;
            routes.add(
                    new Route(
                            host, Topology.ipv4Of(host), below ? List.of(host.id() % 8 + 1) : UP));
        }
        List<RoutePrefix> prefixes = RoutePrefix.of(hosts, routes);
        assertEquals(8 + 7, prefixes.size());
        assertTrue(
                prefixes.stream().anyMatch(each -> each.text().equals("10.2.0.0/15")),
                () -> prefixes.stream().map(RoutePrefix::text).toList().toString());
    }

    private static boolean covers(RoutePrefix prefix, int ipv4) {
        return prefix.bits() == 0 || (prefix.ipv4() ^ ipv4) >>> 32 - prefix.bits() == 0;
    }

    private static List<Node> hosts(int count) {
        TopologyBuilder builder = new TopologyBuilder("hosts");
        for (int host = 0; host < count; host++) {
            builder.host("h" + host);
        }
        return builder.build().hosts();
    }
}
