package io.losslab.agent.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Two veth pairs: a generator's end in one network namespace, a sink's end in another, and between
 * them the two ends that a forwarder takes. Needs root; removed on close.
 */
final class VethPath implements AutoCloseable {
    private static final int SECONDS = 20;

    private final String generator = "llbench-gen";
    private final String sink = "llbench-sink";

    private VethPath() {}

    static VethPath create() throws InterruptedException {
        VethPath path = new VethPath();
        path.removeQuietly();
        ip("netns", "add", path.generator);
        ip("netns", "add", path.sink);
        ip("link", "add", "llb-gen", "netns", path.generator, "type", "veth", "peer", "llb-in");
        ip("link", "add", "llb-sink", "netns", path.sink, "type", "veth", "peer", "llb-out");
        for (String end : List.of("llb-in", "llb-out")) {
            ip("link", "set", end, "up", "promisc", "on");
        }
        ip("-n", path.generator, "link", "set", "llb-gen", "up");
        ip("-n", path.sink, "link", "set", "llb-sink", "up");
        return path;
    }

    /** The forwarder's devices. */
    String[] devices() {
        return new String[] {"net_af_packet0,iface=llb-in", "net_af_packet1,iface=llb-out"};
    }

    /** A program in the generator's namespace. */
    List<String> inGenerator(List<String> line) {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", generator));
        whole.addAll(line);
        return whole;
    }

    /** Frames that came out at the sink. */
    long arrived() throws InterruptedException {
        String text =
                Command.run(
                        SECONDS,
                        List.of(
                                "ip",
                                "netns",
                                "exec",
                                sink,
                                "cat",
                                "/sys/class/net/llb-sink/statistics/rx_packets"));
        return Long.parseLong(text.strip());
    }

    @Override
    public void close() {
        try {
            removeQuietly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void removeQuietly() throws InterruptedException {
        for (String name : List.of(generator, sink)) {
            try (Command command = Command.start(List.of("ip", "netns", "del", name))) {
                command.await(SECONDS);
            }
        }
    }

    private static void ip(String... words) throws InterruptedException {
        List<String> line = new ArrayList<>(List.of("ip"));
        line.addAll(List.of(words));
        Command.run(SECONDS, line);
    }
}
