package io.losslab.labs.backend;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.registry.FabricTestbed;
import io.losslab.driver.DeviceChannel;
import io.losslab.labs.provision.Ledger;
import io.losslab.services.lab.VirtualLab;
import io.losslab.softswitch.fabric.parallel.Partition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Software switches in virtual time: every lab is a fabric of its own behind a gRPC server of its
 * own in this process.
 */
public final class VirtualLabs implements Labs {
    private static final Duration CALL_DEADLINE = Duration.ofSeconds(60);

    /** What errors of a lab have for an address. */
    private static final DeviceAddress HERE = new DeviceAddress("in-process", 1);

    private final CellThreads threads;

    /** Labs that run on one thread each. */
    public VirtualLabs() {
        this(CellThreads.ONE);
    }

    /** Labs that run on as many threads as are said. */
    public VirtualLabs(CellThreads threads) {
        this.threads = threads;
    }

    /** How a topology stands in its own fabric; nothing is opened. */
    public static Binding bindingOf(Topology topology) {
        return Binding.ofFabric(
                topology, FabricTestbed.of(topology, HERE, ChannelSecurity.plaintext()));
    }

    @Override
    public Lab open(Topology topology, int dataQueues) {
        return open(topology, dataQueues, Partition.whole(topology), List.of());
    }

    @Override
    public Lab open(CellPlan plan) {
        Partition partition = threads.partition(plan);
        List<String> notes = threads.note(plan, partition).stream().toList();
        return open(plan.topology(), plan.setup().dataQueues(), partition, notes);
    }

    private static Lab open(
            Topology topology, int dataQueues, Partition partition, List<String> notes) {
        VirtualLab lab = VirtualLab.inProcess(topology, dataQueues, partition);
        return OpenLab.of(topology, lab, notes);
    }

    private record OpenLab(
            VirtualLab lab,
            Binding binding,
            DeviceChannel channel,
            Ledger ledger,
            LabClock clock,
            List<String> notes)
            implements Lab {
        static OpenLab of(Topology topology, VirtualLab lab, List<String> notes) {
            DeviceChannel channel =
                    DeviceChannel.over("virtual lab", HERE, lab.channel(), CALL_DEADLINE);
            return new OpenLab(
                    lab,
                    bindingOf(topology),
                    channel,
                    Ledger.inMemory(),
                    new VirtualTime(channel),
                    notes);
        }

        @Override
        public DeviceChannel channel(Device device, Service service) {
            return channel.as(device.name());
        }

        @Override
        public void capture(List<PortRef> ports, Path file) throws IOException {
            lab.capture(ports, file);
        }

        @Override
        public void close() {
            channel.close();
            lab.close();
        }
    }
}
