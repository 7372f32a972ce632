package io.losslab.labs.lease;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.LeaseSite;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.driver.DeviceChannel;
import java.util.Optional;

/** Finds the place of a testbed's lease; the same file always leads to the same place. */
final class LeasePlaces {
    private LeasePlaces() {}

    /**
     * The place that the file names; else the server of the virtual clock; else the first device
     * that can keep a lease.
     *
     * @return empty where there is none
     */
    static Optional<LeasePlace> of(Testbed testbed) {
        if (testbed.lease().isPresent()) {
            return testbed.lease().map(LeasePlaces::at);
        }
        return testbed.clock()
                .map(LeasePlaces::at)
                .or(() -> LeaseSite.ofFirst(testbed).map(LeasePlaces::at));
    }

    private static LeasePlace at(Testbed.Clock clock) {
        return new ServicePlace(
                DeviceChannel.open(
                        "virtual clock",
                        clock.address(),
                        clock.security(),
                        Device.DEFAULT_DEADLINE));
    }

    /** A login comes first: the folder stays where an agent is started anew. */
    private static LeasePlace at(LeaseSite site) {
        Optional<SshLogin> login = site.ssh().or(() -> site.device().flatMap(Device::ssh));
        String name = site.device().map(Device::name).orElse("lease");
        if (login.isPresent()) {
            return new FolderPlace(new HostConnection(name, login.get()), site.folder());
        }
        Device device = site.device().orElseThrow();
        Service service = LeaseSite.service(device).orElseThrow();
        return new ServicePlace(
                DeviceChannel.open(
                        name, device.address(service), device.security(), device.deadline()));
    }
}
