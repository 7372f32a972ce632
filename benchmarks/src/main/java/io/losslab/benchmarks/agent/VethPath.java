package io.losslab.benchmarks.agent;

import io.losslab.api.process.SystemProgram;
import java.time.Duration;
import java.util.List;

/**
 * Two veth pairs in a row: a generator's end in one namespace, a sink's end in another, and between
 * them, in a third, the two ends that a forwarder takes. Needs root; removed on close.
 */
final class VethPath implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final BenchNamespace generator;
    private final BenchNamespace forwarder;
    private final BenchNamespace sink;

    private VethPath(BenchNamespace generator, BenchNamespace forwarder, BenchNamespace sink) {
        this.generator = generator;
        this.forwarder = forwarder;
        this.sink = sink;
    }

    static VethPath create() {
        VethPath path =
                new VethPath(
                        BenchNamespace.create("gen"),
                        BenchNamespace.create("fwd"),
                        BenchNamespace.create("sink"));
        path.cable(path.generator, "llb-gen", "llb-in");
        path.cable(path.sink, "llb-sink", "llb-out");
        return path;
    }

    private void cable(BenchNamespace far, String farEnd, String nearEnd) {
        far.ip(
                "link add %s type veth peer name %s netns %s"
                        .formatted(farEnd, nearEnd, forwarder.name()));
        forwarder.ip("link set %s up promisc on".formatted(nearEnd));
        far.ip("link set %s up".formatted(farEnd));
    }

    /** The forwarder's devices. */
    String[] devices() {
        return new String[] {"net_af_packet0,iface=llb-in", "net_af_packet1,iface=llb-out"};
    }

    /** A program in the generator's namespace. */
    List<String> inGenerator(List<String> line) {
        return generator.within(line);
    }

    /** A program in the forwarder's namespace. */
    List<String> inForwarder(List<String> line) {
        return forwarder.within(line);
    }

    /** Frames that came out at the sink. */
    long arrived() {
        List<String> line = List.of("cat", "/sys/class/net/llb-sink/statistics/rx_packets");
        return Long.parseLong(SystemProgram.run("", PATIENCE, sink.within(line)).strip());
    }

    @Override
    public void close() {
        generator.close();
        forwarder.close();
        sink.close();
    }
}
