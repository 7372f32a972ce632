package io.losslab.driver.p4runtime;

import io.losslab.driver.DeviceException;
import io.losslab.proto.p4.v1.DigestList;
import io.losslab.proto.p4.v1.IdleTimeoutNotification;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.PacketIn;
import io.losslab.proto.p4.v1.StreamError;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells all listeners of a device the same. Thread-safe. */
final class StreamListeners implements StreamListener {
    private final List<StreamListener> all = new CopyOnWriteArrayList<>();

    void add(StreamListener listener) {
        all.add(listener);
    }

    @Override
    public void onPacket(PacketIn packet) {
        all.forEach(each -> each.onPacket(packet));
    }

    @Override
    public void onDigest(DigestList list) {
        all.forEach(each -> each.onDigest(list));
    }

    @Override
    public void onArbitration(MasterArbitrationUpdate update) {
        all.forEach(each -> each.onArbitration(update));
    }

    @Override
    public void onIdleTimeout(IdleTimeoutNotification entries) {
        all.forEach(each -> each.onIdleTimeout(entries));
    }

    @Override
    public void onRefusal(StreamError error) {
        all.forEach(each -> each.onRefusal(error));
    }

    @Override
    public void onLost(DeviceException reason) {
        all.forEach(each -> each.onLost(reason));
    }

    @Override
    public void onGivenUp(DeviceException reason) {
        all.forEach(each -> each.onGivenUp(reason));
    }
}
