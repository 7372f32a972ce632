package io.losslab.devices.commodity;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.gnmi.LeafAccess;
import io.losslab.devices.gnmi.LeafText;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.gnmi.GnmiClient;
import io.losslab.driver.gnmi.GnmiDialect;
import io.losslab.driver.gnmi.GnmiUpdate;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.TypedValue;

/** A device that has said which system it is, logged in to. */
final class ProfiledDevice implements LeafAccess, DeviceSession.Client {
    private final Profiles.Choice choice;
    private final CapabilityResponse said;
    private final GnmiClient client;

    private ProfiledDevice(Profiles.Choice choice, CapabilityResponse said, GnmiClient client) {
        this.choice = choice;
        this.said = said;
        this.client = client;
    }

    /** That of a session. */
    static ProfiledDevice of(DeviceSession session) {
        return session.client(
                ProfiledDevice.class, () -> open(session.device(), session.channel(Service.GNMI)));
    }

    /**
     * Asks a device.
     *
     * @throws io.losslab.driver.DeviceException where it does not answer, or is another system than
     *     the testbed file says
     * @throws io.losslab.devices.failure.CommandFailure where its password cannot be found
     */
    static ProfiledDevice open(Device device, DeviceChannel channel) {
        CommodityKeys keys = CommodityKeys.of(device);
        DeviceChannel own =
                keys.login()
                        .map(login -> login.open(device.name(), System::getenv))
                        .map(channel::through)
                        .orElse(channel);
        GnmiClient any = new GnmiClient(own, GnmiDialect.of(Encoding.JSON_IETF));
        CapabilityResponse said = any.capabilities();
        Profiles.Choice choice = Profiles.choose(keys.profile(), said, any);
        GnmiDialect dialect = choice.profile().dialect(device);
        Profiles.requireEncoding(dialect.encoding(), said, any);
        return new ProfiledDevice(choice, said, new GnmiClient(own, dialect));
    }

    Profile profile() {
        return choice.profile();
    }

    /** Why it has this profile, for users. */
    String reason() {
        return choice.reason();
    }

    /** What its server says of itself. */
    CapabilityResponse said() {
        return said;
    }

    @Override
    public GnmiClient client() {
        return client;
    }

    @Override
    public TypedValue asSet(GnmiUpdate told) {
        return LeafText.typed(
                client.dialect().encoding(), profile().asSet(told.path(), told.value()));
    }

    /** The channel belongs to its source. */
    @Override
    public void close() {}
}
