package io.losslab.devices.p4runtime;

import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceSession;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import java.util.Optional;

/** P4Runtime of a session; it becomes primary when it first writes. For one thread. */
final class ControllerClient implements DeviceSession.Client {
    private final P4RuntimeClient client;
    private final long electionId;
    private boolean primary;

    private ControllerClient(DeviceSession session) {
        client = new P4RuntimeClient(session.channel(Service.P4RUNTIME), session.device().id());
        electionId = session.device().electionId();
    }

    static ControllerClient of(DeviceSession session) {
        return session.client(ControllerClient.class, () -> new ControllerClient(session));
    }

    P4RuntimeClient reading() {
        return client;
    }

    /**
     * For writing.
     *
     * @throws io.losslab.driver.DeviceException where another controller is primary
     */
    P4RuntimeClient primary() {
        if (!primary) {
            client.becomePrimary(electionId);
            primary = true;
        }
        return client;
    }

    /** Why it is no longer primary; empty: it is, or never was. */
    Optional<String> loss() {
        return client.loss();
    }

    @Override
    public void close() {
        client.close();
    }
}
