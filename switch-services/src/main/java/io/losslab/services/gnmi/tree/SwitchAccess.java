package io.losslab.services.gnmi.tree;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.softswitch.fabric.PortCounters;
import io.losslab.softswitch.fabric.buffer.QueueCounters;
import java.util.function.Consumer;

/** A switch from within its own thread. Ports count from 1, queues and priorities from 0. */
public interface SwitchAccess {
    /** Time of the switch since its start. */
    long nowNanos();

    /** Packet memory it was built with. */
    long memoryBytes();

    int ports();

    /** Data queues of each port. */
    int queues();

    LinkProfile link(int port);

    PortCounters counters(int port);

    QueueCounters queue(int port, int queue);

    /** PFC frames received that cover a priority. */
    long pauseFramesReceived(int port, int priority);

    /** PFC frames sent that cover a priority. */
    long pauseFramesSent(int port, int priority);

    /** The configuration in force. */
    SwitchConfig config();

    /**
     * Changes the configuration as switch control does: all of it or nothing.
     *
     * @throws IllegalArgumentException where a value cannot be
     * @throws IllegalStateException where the switch is not in a state for it
     */
    void configure(SwitchConfig change);

    /** Calls {@code sampler} at every multiple of an interval of the switch's time. */
    void addSampler(long intervalNanos, Runnable sampler);

    void removeSampler(Runnable sampler);

    /**
     * Calls {@code listener} after each change of the configuration, whoever made it, and by {@link
     * #tellListeners}.
     */
    void addListener(Runnable listener);

    void removeListener(Runnable listener);

    /**
     * Calls the listeners: what is asked of the switch has changed, but nothing that is in force.
     */
    void tellListeners();

    /**
     * Calls {@code ender} with the reason when the switch is no more, unless the call is removed.
     */
    void addStream(ServerCallStreamObserver<?> call, Consumer<StatusRuntimeException> ender);

    void removeStream(ServerCallStreamObserver<?> call);
}
