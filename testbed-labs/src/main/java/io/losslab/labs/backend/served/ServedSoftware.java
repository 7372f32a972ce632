package io.losslab.labs.backend.served;

import io.losslab.configs.testbed.Device;
import io.losslab.services.lab.SwitchFaces;
import io.losslab.services.lab.VirtualLab;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import java.util.Set;

/**
 * Software switches.
 *
 * @param architectures of the P4 programs that they take
 */
public record ServedSoftware(Set<String> architectures) implements ServedKind {
    /** Those that stand for nothing else. */
    public ServedSoftware() {
        this(ForwardingDevice.OWN);
    }

    @Override
    public ServedSwitches start(ServedNetwork network, String host, int firstPort) {
        return switches();
    }

    /** Its switches; all that they offer is on the server of the lab. */
    public ServedSwitches switches() {
        return new ServedSwitches() {
            @Override
            public SwitchFaces faces() {
                return VirtualLab.ofSoftwareSwitches(architectures);
            }

            @Override
            public Device device(Device software) {
                return software;
            }
        };
    }
}
