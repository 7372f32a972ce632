package io.losslab.services.commodity;

import io.grpc.ServerServiceDefinition;
import io.losslab.api.topology.Node;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.gnmi.GnmiService;
import io.losslab.services.gnmi.ManagedSwitch;
import io.losslab.services.gnmi.tree.OpenConfigTree;
import io.losslab.services.gnmi.tree.SwitchAccess;
import java.util.List;
import java.util.function.Function;

/** The gNMI of losslab's software switch. */
final class SoftwareFace implements Face {
    private final Node node;
    private final Renewed renewed = new Renewed();
    private volatile OwnedSwitch behind;

    SoftwareFace(Node node) {
        this.node = node;
    }

    @Override
    public ServerServiceDefinition gnmi() {
        return new GnmiService(List.of(renewed)).bindService();
    }

    @Override
    public String portName(int port) {
        return OpenConfigTree.interfaceName(port);
    }

    @Override
    public void standBefore(OwnedSwitch fresh) {
        if (behind != null) {
            fresh.takeOver(behind);
        }
        behind = fresh;
    }

    /** Its gNMI refuses what the switch refuses. */
    @Override
    public List<String> settle() {
        return List.of();
    }

    /** Before the fabric of the moment. */
    private final class Renewed implements ManagedSwitch {
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
            return behind.managed().call(work);
        }
    }
}
