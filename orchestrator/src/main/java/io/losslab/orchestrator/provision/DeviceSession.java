package io.losslab.orchestrator.provision;

import com.google.protobuf.Message;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bifrost.BifrostCoprocessorClient;
import io.losslab.driver.gnmi.GnmiClient;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.WriteRequest;
import java.util.Optional;

/** The clients of one device; it becomes primary when that is first needed. For one thread. */
public final class DeviceSession implements AutoCloseable {
    private final Device device;
    private final ChannelSource channels;
    private P4RuntimeClient forwarding;
    private BfRtClient trafficManager;
    private boolean primary;

    DeviceSession(Device device, ChannelSource channels) {
        this.device = device;
        this.channels = channels;
    }

    public Device device() {
        return device;
    }

    DeviceChannel channel(Service service) {
        return channels.channel(device, service);
    }

    public HostAgentClient hostAgent() {
        return new HostAgentClient(channel(Service.HOST_AGENT), device.id());
    }

    public SwitchControlClient switchControl() {
        return new SwitchControlClient(channel(Service.SWITCH_CONTROL), device.id());
    }

    public BifrostCoprocessorClient coprocessor() {
        return new BifrostCoprocessorClient(channel(Service.COPROCESSOR), device.id());
    }

    /** gNMI. */
    public GnmiClient gnmi() {
        return new GnmiClient(channel(Service.GNMI), device.name(), Encoding.PROTO);
    }

    /** P4Runtime for reading. */
    public P4RuntimeClient forwarding() {
        if (forwarding == null) {
            forwarding = new P4RuntimeClient(channel(Service.P4RUNTIME), device.id());
        }
        return forwarding;
    }

    /**
     * P4Runtime for writing.
     *
     * @throws io.losslab.driver.DeviceException where another controller is primary
     */
    P4RuntimeClient primary() {
        P4RuntimeClient client = forwarding();
        if (!primary) {
            client.becomePrimary(device.electionId());
            primary = true;
        }
        return client;
    }

    /** Whether it claimed to be primary, and no longer is. */
    boolean hasLostPrimary() {
        return primary && !forwarding.isPrimary();
    }

    /** BF Runtime, as the client and for the program that a request names. */
    BfRtClient trafficManager(io.losslab.proto.bfrt.WriteRequest request) {
        if (trafficManager == null) {
            BfRtClient client =
                    new BfRtClient(
                            channel(Service.BFRT),
                            request.getTarget().getDeviceId(),
                            request.getClientId());
            client.open();
            trafficManager = client;
            client.bind(request.getP4Name());
        }
        return trafficManager;
    }

    /**
     * Makes a call; P4Runtime's go through its client, which explains what a batch's failure was.
     */
    void send(DeviceCall<?, ?> call) {
        Message request = call.request();
        if (request instanceof WriteRequest write) {
            primary().write(write.getUpdatesList());
        } else if (request instanceof SetForwardingPipelineConfigRequest set) {
            primary().setPipeline(set.getAction(), Optional.of(set.getConfig()));
        } else if (request instanceof io.losslab.proto.bfrt.WriteRequest row) {
            trafficManager(row).send(row);
        } else {
            call.send(this);
        }
    }

    /** Ends the sessions of P4Runtime and BF Runtime; channels belong to their source. */
    @Override
    public void close() {
        if (forwarding != null) {
            forwarding.close();
        }
        if (trafficManager != null) {
            trafficManager.close();
            trafficManager = null;
        }
        primary = false;
    }
}
