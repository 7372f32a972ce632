package io.losslab.configs.plan;

import io.losslab.api.address.Ipv4Address;
import io.losslab.api.topology.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * A route of a switch's table: the longest prefix of neighbouring hosts that it reaches by the same
 * ports.
 *
 * @param bits 0..32
 * @param routes to the hosts below it, at least one, by address; all with the same ports
 */
public record RoutePrefix(int bits, List<Route> routes) {
    public RoutePrefix {
        routes = List.copyOf(routes);
    }

    /** Its address, an unsigned 32-bit number; zero below the prefix. */
    public int ipv4() {
        return bits == 0 ? 0 : routes.get(0).ipv4() & -1 << 32 - bits;
    }

    /** Equal-cost ports in ascending order, 1-based. */
    public List<Integer> ports() {
        return routes.get(0).ports();
    }

    /** In CIDR notation. */
    public String text() {
        return Ipv4Address.text(ipv4()) + "/" + bits;
    }

    /** Those of a host that chooses ports: it knows every other host by its own address. */
    public static List<RoutePrefix> ofHost(List<Route> routes) {
        return routes.stream().map(route -> new RoutePrefix(32, List.of(route))).toList();
    }

    /**
     * The fewest prefixes that do not overlap and give every host its route, by address. A host
     * without a route is below none of them; addresses that no host has may be.
     *
     * @param hosts all of the network
     * @param routes to those of them that a switch can reach
     */
    public static List<RoutePrefix> of(List<Node> hosts, List<Route> routes) {
        List<Node> sortedHosts = new ArrayList<>(hosts);
        sortedHosts.sort((a, b) -> Integer.compareUnsigned(a.ipv4(), b.ipv4()));
        List<Route> sortedRoutes = new ArrayList<>(routes);
        sortedRoutes.sort((a, b) -> Integer.compareUnsigned(a.ipv4(), b.ipv4()));
        List<Route> all = new ArrayList<>(hosts.size());
        int next = 0;
        for (Node host : sortedHosts) {
            boolean known =
                    next < sortedRoutes.size() && sortedRoutes.get(next).ipv4() == host.ipv4();
            all.add(known ? sortedRoutes.get(next++) : new Route(host, host.ipv4(), List.of()));
        }
        List<RoutePrefix> prefixes = new ArrayList<>();
        add(all, prefixes);
        return prefixes;
    }

    /** Adds those of neighbouring hosts: one, or those of its halves. */
    private static void add(List<Route> range, List<RoutePrefix> prefixes) {
        int first = range.get(0).ipv4();
        int last = range.get(range.size() - 1).ipv4();
        int bits = Integer.numberOfLeadingZeros(first ^ last);
        List<Integer> ports = range.get(0).ports();
        if (range.stream().allMatch(route -> route.ports().equals(ports))) {
            if (!ports.isEmpty()) {
                prefixes.add(new RoutePrefix(bits, range));
            }
            return;
        }
        // Where the first bit that is not the same in all is set.
        int half = 0;
        while (range.get(half).ipv4() << bits >= 0) {
            half++;
        }
        add(range.subList(0, half), prefixes);
        add(range.subList(half, range.size()), prefixes);
    }
}
