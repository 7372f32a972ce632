package io.losslab.devices.tofino2;

import io.losslab.configs.testbed.Device;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.BfRtRequests;
import io.losslab.proto.bfrt.StreamMessageRequest;
import java.util.Optional;

/** BF Runtime of a session, bound to whatever program the device runs. For one thread. */
final class RowClient implements DeviceSession.Client {
    private final BfRtClient client;

    private RowClient(DeviceSession session) {
        client =
                new BfRtClient(
                        session.channel(TofinoKeys.BFRT),
                        TofinoKeys.CHIP,
                        TofinoKeys.clientId(session.device()));
        client.open();
    }

    private static RowClient in(DeviceSession session) {
        return session.client(RowClient.class, () -> new RowClient(session));
    }

    static BfRtClient of(DeviceSession session) {
        BfRtClient client = in(session).client;
        if (!client.isBound()) {
            client.bindRunning();
        }
        return client;
    }

    /** Why the device no longer takes what this session sends. */
    static Optional<String> loss(DeviceSession session) {
        return in(session).client.loss();
    }

    /** What begins the session. */
    static StreamMessageRequest opening(Device device) {
        return BfRtRequests.subscription(TofinoKeys.CHIP, TofinoKeys.clientId(device));
    }

    /**
     * The SDE's server of BF Runtime is not told of what that of P4Runtime loads: a client that is
     * bound meanwhile has tables that are gone.
     */
    @Override
    public boolean endsWithReset() {
        return true;
    }

    @Override
    public void close() {
        client.close();
    }
}
