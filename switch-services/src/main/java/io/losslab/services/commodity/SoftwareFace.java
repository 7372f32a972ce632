package io.losslab.services.commodity;

import io.grpc.InsecureServerCredentials;
import io.losslab.api.topology.Node;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.gnmi.GnmiService;
import io.losslab.services.gnmi.ManagedSwitch;
import io.losslab.services.gnmi.tree.OpenConfigTree;
import io.losslab.services.gnmi.tree.SwitchAccess;
import io.losslab.services.lab.LabServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The gNMI of losslab's software switch. */
final class SoftwareFace implements Face {
    private final Node node;
    private final Renewed renewed = new Renewed();

    SoftwareFace(Node node) {
        this.node = node;
    }

    @Override
    public LabServer serve(InetSocketAddress address) throws IOException {
        return LabServer.start(
                node.name(),
                address,
                InsecureServerCredentials.create(),
                builder -> builder.addService(new GnmiService(List.of(renewed))));
    }

    @Override
    public String portName(int port) {
        return OpenConfigTree.interfaceName(port);
    }

    @Override
    public void standBefore(OwnedSwitch fresh) {
        ManagedSwitch switches = fresh.managed();
        ManagedSwitch old = renewed.behind;
        if (old != null) {
            SwitchConfig before = old.call(SwitchAccess::config);
            switches.call(
                    access -> {
                        access.configure(
                                SwitchConfig.newBuilder()
                                        .setDeviceId(before.getDeviceId())
                                        .setBufferBytes(before.getBufferBytes())
                                        .setLossyAlpha(before.getLossyAlpha())
                                        .addAllPorts(before.getPortsList())
                                        .build());
                        return null;
                    });
        }
        renewed.behind = switches;
    }

    /** Its gNMI refuses what the switch refuses. */
    @Override
    public Optional<String> settle() {
        return Optional.empty();
    }

    /** Before the fabric of the moment. */
    private final class Renewed implements ManagedSwitch {
        private volatile ManagedSwitch behind;

        @Override
        public String name() {
            return node.name();
        }

        @Override
        public long deviceId() {
            return node.deviceId();
        }

        @Override
        public <T> T call(Function<SwitchAccess, T> work) {
            return behind.call(work);
        }
    }
}
