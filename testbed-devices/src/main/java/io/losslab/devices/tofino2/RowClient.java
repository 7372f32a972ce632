package io.losslab.devices.tofino2;

import io.losslab.devices.DeviceSession;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.proto.bfrt.WriteRequest;

/** BF Runtime of a session, as the client and for the program that requests name. */
final class RowClient implements DeviceSession.Client {
    private final BfRtClient client;
    private boolean bound;

    private RowClient(DeviceSession session, WriteRequest first) {
        client =
                new BfRtClient(
                        session.channel(TofinoKeys.BFRT),
                        first.getTarget().getDeviceId(),
                        first.getClientId());
        client.open();
    }

    /** The client, bound only if something else of the session has done so. */
    static BfRtClient unbound(DeviceSession session, WriteRequest request) {
        return session.client(RowClient.class, () -> new RowClient(session, request)).client;
    }

    static BfRtClient of(DeviceSession session, WriteRequest request) {
        RowClient rows = session.client(RowClient.class, () -> new RowClient(session, request));
        if (!rows.bound) {
            rows.bound = true;
            rows.client.bind(request.getP4Name());
        }
        return rows.client;
    }

    @Override
    public void close() {
        client.close();
    }
}
