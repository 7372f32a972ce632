package io.losslab.benchmarks.control;

import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.losslab.api.topology.Dumbbell;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.services.lab.VirtualLab;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/**
 * How fast a software switch takes its controller's calls, through a loopback socket, client and
 * server in one process. Nothing is left out for it: every update is checked, stored, and handed to
 * the fabric.
 */
public final class ControlBench {
    private final double seconds;
    private final P4Info program;

    /**
     * A bench.
     *
     * @param seconds to measure each row, after as many to warm up
     * @param program the forwarding program
     */
    public ControlBench(double seconds, P4Info program) {
        this.seconds = seconds;
        this.program = program;
    }

    /** Measures every row; {@code sink} gets each as soon as it is there. */
    public void measureAll(Consumer<ControlRow> sink) throws IOException {
        Topology topology = topology();
        try (VirtualLab lab = VirtualLab.start(topology)) {
            ManagedChannel channel = connect(lab);
            try {
                long device = topology.switches().get(0).deviceId();
                new P4RuntimeRows(channel, device, program, seconds).measureAll(sink);
            } finally {
                channel.shutdownNow();
            }
        }
        sink.accept(GnmiBench.measure(seconds));
    }

    private static ManagedChannel connect(VirtualLab lab) {
        return NettyChannelBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), lab.port()),
                        InsecureChannelCredentials.create())
                .directExecutor()
                .build();
    }

    private static Topology topology() {
        LinkType link = new LinkType(DataRate.parse("100Gbps"), Nanos.parse("1us"));
        SwitchType switches = new SwitchType(DataSize.parse("20MB"), Node.DEFAULT_PIPELINE);
        return new Dumbbell(8, link, link, switches).build();
    }
}
