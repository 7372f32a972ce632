package io.losslab.devices.commodity;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.gnmi.LeafAccess;
import io.losslab.devices.gnmi.LeafDevices;
import io.losslab.driver.gnmi.GnmiUpdate;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.gNMIGrpc;
import java.util.List;

/** The leaves of commodity switches, each in the words of its profile. */
final class CommodityLeaves implements LeafDevices {
    @Override
    public LeafAccess access(DeviceSession session) {
        return ProfiledDevice.of(session);
    }

    /** A device that is to tell its profile has a prefix once it has told it. */
    @Override
    public Path prefix(Device device) {
        return CommodityKeys.of(device)
                .profile()
                .map(profile -> profile.dialect(device).prefix())
                .orElse(Path.getDefaultInstance());
    }

    @Override
    public List<DeviceCall> checks(Device device, List<Update> wanted) {
        return CommodityKeys.of(device).profile().stream()
                .flatMap(profile -> profile.references(wanted).stream())
                .map(reference -> check(device, reference))
                .toList();
    }

    private DeviceCall check(Device device, Profile.Reference reference) {
        GetRequest request =
                GetRequest.newBuilder().setPrefix(prefix(device)).addPath(reference.path()).build();
        return new DeviceCall(
                device,
                Service.GNMI,
                gNMIGrpc.getGetMethod().getFullMethodName(),
                request,
                () -> DeviceCall.line(request),
                session -> require(ProfiledDevice.of(session), reference));
    }

    private static void require(ProfiledDevice device, Profile.Reference reference) {
        List<GnmiUpdate> found = device.client().settings(List.of(reference.path()));
        device.client()
                .understood(() -> reference.objection().apply(found))
                .ifPresent(
                        objection -> {
                            throw device.client()
                                    .failed(objection, "make it as docs/testbed-files.md says");
                        });
    }
}
