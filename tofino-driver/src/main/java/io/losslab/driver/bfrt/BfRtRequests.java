package io.losslab.driver.bfrt;

import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.SetForwardingPipelineConfigRequest;
import io.losslab.proto.bfrt.StreamMessageRequest;
import io.losslab.proto.bfrt.Subscribe;
import io.losslab.proto.bfrt.TargetDevice;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.util.List;

/** Messages that a client sends, for it and for plans. Pure. */
public final class BfRtRequests {
    private static final int ALL_DIRECTIONS = 0xFF;
    private static final int ALL_PARSERS = 0xFF;

    private BfRtRequests() {}

    /** Begins a session. */
    public static StreamMessageRequest subscription(int deviceId, int clientId) {
        return StreamMessageRequest.newBuilder()
                .setClientId(clientId)
                .setSubscribe(
                        Subscribe.newBuilder()
                                .setDeviceId(deviceId)
                                .setNotifications(Subscribe.Notifications.getDefaultInstance()))
                .build();
    }

    /** Binds a client to a program. */
    public static SetForwardingPipelineConfigRequest binding(
            int deviceId, int clientId, String p4Name) {
        return SetForwardingPipelineConfigRequest.newBuilder()
                .setDeviceId(deviceId)
                .setClientId(clientId)
                .setAction(SetForwardingPipelineConfigRequest.Action.BIND)
                .addConfig(ForwardingPipelineConfig.newBuilder().setP4Name(p4Name))
                .build();
    }

    /** Loads a program, which resets the chip. It goes as one message: the SDE takes any length. */
    public static SetForwardingPipelineConfigRequest loading(
            int deviceId, int clientId, ForwardingPipelineConfig program) {
        return SetForwardingPipelineConfigRequest.newBuilder()
                .setDeviceId(deviceId)
                .setClientId(clientId)
                .setAction(
                        SetForwardingPipelineConfigRequest.Action
                                .VERIFY_AND_WARM_INIT_BEGIN_AND_END)
                .addConfig(program)
                .build();
    }

    /** Changes entries in all pipes. */
    public static WriteRequest writing(int deviceId, int clientId, List<Update> updates) {
        return writing(deviceId, BfRtClient.ALL_PIPES, clientId, updates);
    }

    /** Changes entries in a pipe. */
    static WriteRequest writing(int deviceId, int pipe, int clientId, List<Update> updates) {
        return WriteRequest.newBuilder()
                .setTarget(target(deviceId, pipe))
                .setClientId(clientId)
                .addAllUpdates(updates)
                .build();
    }

    /** A pipe of a device, or all. */
    static TargetDevice target(int deviceId, int pipe) {
        return TargetDevice.newBuilder()
                .setDeviceId(deviceId)
                .setPipeId(pipe)
                .setDirection(ALL_DIRECTIONS)
                .setPrsrId(ALL_PARSERS)
                .build();
    }
}
