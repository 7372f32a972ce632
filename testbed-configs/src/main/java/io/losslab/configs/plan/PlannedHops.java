package io.losslab.configs.plan;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.flow.FlowPlanner;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.traffic.TrafficPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Packet-hops that a cell's traffic is expected to make: packets, ACKs included, by the links of
 * their way. No flow gets through a port more than the port can send until the cell ends, in
 * proportion to what all flows offer there; equal-cost ports share evenly. Frames of flow control
 * and retransmitted packets are not counted.
 *
 * @param hops of all flows
 * @param messages that are offered
 */
public record PlannedHops(double hops, long messages) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Of a cell. */
    public static PlannedHops of(Cell cell) {
        Setup setup = cell.setup();
        RoutePlanner routes = new RoutePlanner(setup, cell.seed());
        List<PlannedFlow> flows = new FlowPlanner(setup, cell.seed(), routes::members).flows();
        return new Network(setup).of(flows);
    }

    /** Of a cell that is planned. */
    public static PlannedHops of(CellPlan plan) {
        return new Network(plan.setup()).of(plan.flows());
    }

    /** Flows between the same ends on the same way. */
    private static final class Bundle {
        private double bytes;
        private double packets;
        private double acks;
        private long messages;
        private long startNanos = Long.MAX_VALUE;
    }

    private record Ends(Node from, Node to, List<Integer> route) {}

    /** The shares of a bundle that leave by each port. */
    private record Spread(Map<PortRef, Double> shares, int links) {}

    private static final class Network {
        private final Setup setup;
        private final Map<Ends, Bundle> bundles = new LinkedHashMap<>();
        private final Map<PortRef, Double> offered = new HashMap<>();
        private final Map<PortRef, Long> firstNanos = new HashMap<>();

        Network(Setup setup) {
            this.setup = setup;
        }

        PlannedHops of(List<PlannedFlow> flows) {
            Map<Node, Integer> loops = new HashMap<>();
            for (PlannedFlow flow : flows) {
                if (flow.group().pattern() instanceof TrafficPattern.Bandwidth) {
                    loops.merge(flow.from(), 1, Integer::sum);
                }
            }
            flows.forEach(flow -> add(flow, loops.getOrDefault(flow.from(), 1)));
            List<Spread> spreads = new ArrayList<>();
            bundles.forEach((ends, bundle) -> spreads.add(load(ends, bundle)));
            double hops = 0;
            long messages = 0;
            int next = 0;
            for (Bundle bundle : bundles.values()) {
                Spread spread = spreads.get(next++);
                hops += delivered(spread) * (bundle.packets + bundle.acks) * spread.links();
                messages += bundle.messages;
            }
            return new PlannedHops(hops, messages);
        }

        private void add(PlannedFlow flow, int loopsOfSender) {
            Bundle bundle =
                    bundles.computeIfAbsent(
                            new Ends(flow.from(), flow.to(), flow.sourceRoute()),
                            ends -> new Bundle());
            bundle.startNanos = Math.min(bundle.startNanos, flow.startNanos());
            TrafficPattern pattern = flow.group().pattern();
            if (pattern instanceof TrafficPattern.Programmed programmed) {
                for (long bytes : flow.programmed()) {
                    count(bundle, bytes, programmed.iterations(), 1);
                }
                return;
            }
            long size = pattern.messageSize().map(bytes -> bytes.bytes()).orElse(flow.bytes());
            double messages = 1;
            double both = 1;
            if (pattern instanceof TrafficPattern.Bandwidth bandwidth) {
                double line = rate(flow.from()) / 8 / NANOS_PER_SECOND * window(flow);
                double fit = Math.max(1, line / loopsOfSender / size);
                messages = atMost(bandwidth.iterations(), fit);
            } else if (pattern instanceof TrafficPattern.Latency latency) {
                double turn = 2.0 * flow.ideal().nanos(size) + latency.gap().nanos();
                messages = atMost(latency.iterations(), Math.max(1, window(flow) / turn));
                both = 2;
            }
            count(bundle, size, messages, both);
        }

        /**
         * Adds messages to a bundle.
         *
         * @param ways 2 where each is answered
         */
        private void count(Bundle bundle, long size, double messages, double ways) {
            long packets = RoceFrame.packets(size, setup.hosts().mtuBytes());
            bundle.messages += Math.round(messages);
            bundle.bytes += messages * size;
            bundle.packets += ways * messages * packets;
            bundle.acks +=
                    ways * messages * Math.ceil(packets / (double) setup.hosts().ackEveryPackets());
        }

        private static double atMost(long iterations, double fit) {
            return iterations == 0 ? fit : Math.min(iterations, fit);
        }

        private double window(PlannedFlow flow) {
            long stop = Math.min(flow.group().stop().nanos(), setup.duration().nanos());
            return Math.max(0, stop - flow.startNanos());
        }

        private double rate(Node host) {
            double rate = 0;
            for (int port = 1; port <= host.ports(); port++) {
                rate += setup.network().topology().linkAt(host, port).rate().bitsPerSecond();
            }
            return rate;
        }

        /** Adds a bundle to what its ports are offered. */
        private Spread load(Ends ends, Bundle bundle) {
            Map<PortRef, Double> shares = new HashMap<>();
            int links;
            if (ends.route().isEmpty()) {
                links = setup.network().routing().path(ends.from(), ends.to()).size();
                spread(ends.from(), ends.to(), shares);
            } else {
                links = ends.route().size();
                Node at = ends.from();
                for (int port : ends.route()) {
                    shares.put(new PortRef(at, port), 1.0);
                    at = setup.network().topology().peerAt(at, port);
                }
            }
            shares.forEach(
                    (port, share) -> {
                        offered.merge(port, share * bundle.bytes, Double::sum);
                        firstNanos.merge(port, bundle.startNanos, Math::min);
                    });
            return new Spread(shares, links);
        }

        /** By level: all ways of equal cost have the same number of links. */
        private void spread(Node from, Node to, Map<PortRef, Double> shares) {
            Map<Node, Double> level = new LinkedHashMap<>(Map.of(from, 1.0));
            while (!level.isEmpty()) {
                Map<Node, Double> next = new LinkedHashMap<>();
                level.forEach(
                        (at, share) -> {
                            List<Integer> ports = setup.network().routing().ports(at, to);
                            for (int port : ports) {
                                double part = share / ports.size();
                                shares.merge(new PortRef(at, port), part, Double::sum);
                                Node peer = setup.network().topology().peerAt(at, port);
                                if (!peer.equals(to)) {
                                    next.merge(peer, part, Double::sum);
                                }
                            }
                        });
                level = next;
            }
        }

        /** The fraction of what is offered that the fullest port on the way lets through. */
        private double delivered(Spread spread) {
            double least = 1;
            double end = setup.duration().nanos() + setup.drain().nanos();
            for (PortRef port : spread.shares().keySet()) {
                double window = Math.max(0, end - firstNanos.get(port));
                double bytes =
                        setup.network()
                                        .topology()
                                        .linkAt(port.node(), port.port())
                                        .rate()
                                        .bitsPerSecond()
                                / 8.0
                                / NANOS_PER_SECOND
                                * window;
                least = Math.min(least, bytes / Math.max(1, offered.get(port)));
            }
            return least;
        }
    }
}
