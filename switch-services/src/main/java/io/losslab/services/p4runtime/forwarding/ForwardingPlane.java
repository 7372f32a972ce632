package io.losslab.services.p4runtime.forwarding;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.services.p4runtime.execution.ProgramPlane;
import java.util.List;
import java.util.Map;

/**
 * What forwards packets under a P4Runtime device: the virtual fabric's switch, later the live one.
 *
 * <p>Calls come from gRPC threads, never two at once for one device, and may block until the
 * plane's own thread has taken them. Any call may throw {@link IllegalStateException}; its text is
 * shown to the user, and nothing has changed then.
 */
public interface ForwardingPlane extends ProgramPlane {
    /** Ports are 1 to this number. */
    int portCount();

    /**
     * Applies changes in order; no packet meets only some of them.
     *
     * @param switchOfPort by port, from 1: the logical switch whose routes packets take that come
     *     in there; not changed any more
     */
    void changeRoutes(int[] switchOfPort, List<RouteChange> changes);

    /**
     * Removes all routes there are, and puts these.
     *
     * @param switchOfPort as in {@link #changeRoutes}
     */
    void replaceRoutes(int[] switchOfPort, List<RouteChange> routes);

    /** Counts the packets that take each route, from zero on; or no more, as at first. */
    void countRoutes(boolean wanted);

    /**
     * What each route has counted since it was put or counting began; bytes from destination MAC to
     * FCS. The map is the caller's.
     */
    Map<RouteKey, CounterData> routeTotals();

    /** What the ports have carried so far. */
    PortTotals totals();

    /**
     * Sends a frame out of a port, ahead of data.
     *
     * @param frame from the destination address on, without check sequence
     */
    void sendOut(int port, ByteString frame);

    /** Names who hears of packets and pauses; called once. */
    void listen(PlaneListener listener);

    /**
     * Calls {@link PlaneListener#onReminder} at every multiple of an interval of the device's time,
     * in place of the interval before; 0: never, as at first.
     */
    void remind(long intervalNanos);
}
