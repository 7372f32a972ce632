package io.losslab.labs.check;

import com.google.protobuf.ByteString;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.devices.DeviceKind;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import io.losslab.driver.p4runtime.StreamListener;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.PacketIn;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A switch that sends and hears probes over P4Runtime. For one thread. */
final class ProbedSwitch implements AutoCloseable {
    private final Device device;
    private final P4RuntimeClient client;
    private final ForwardProgram program;

    private ProbedSwitch(Device device, P4RuntimeClient client, ForwardProgram program) {
        this.device = device;
        this.client = client;
        this.program = program;
    }

    /**
     * Takes a switch over; one without a pipeline is given the forwarding program.
     *
     * @return empty where its pipeline carries no packets to and from a controller
     * @throws io.losslab.driver.DeviceException where it does not answer, or another controller is
     *     primary
     */
    static Optional<ProbedSwitch> open(
            Device device, DeviceChannel channel, BiConsumer<DevicePort, ByteString> heard) {
        P4RuntimeClient client = new P4RuntimeClient(channel, device.id());
        boolean ready = false;
        try {
            client.becomePrimary(device.electionId());
            Optional<ForwardProgram> program = program(device, client);
            program.ifPresent(runs -> client.listen(new Ears(device, runs, heard)));
            ready = program.isPresent();
            return program.map(runs -> new ProbedSwitch(device, client, runs));
        } finally {
            if (!ready) {
                client.close();
            }
        }
    }

    Device device() {
        return device;
    }

    /** Sends a probe out of every port. */
    void probe(String check) {
        for (DevicePort port : device.ports()) {
            ByteString frame = new CableProbe(device.name(), port.label(), check).frame();
            client.send(program.packetOut(port.number(), frame));
        }
    }

    @Override
    public void close() {
        client.close();
    }

    private static Optional<ForwardProgram> program(Device device, P4RuntimeClient client) {
        Optional<ForwardingPipelineConfig> present = client.pipeline();
        if (present.isEmpty()) {
            Optional<ForwardProgram> own = DeviceKind.of(device).probeProgram();
            own.ifPresent(
                    program -> client.setPipeline(program.pipelineConfig(ByteString.EMPTY, 0)));
            return own;
        }
        return present.map(ForwardingPipelineConfig::getP4Info).flatMap(ProbedSwitch::carrier);
    }

    private static Optional<ForwardProgram> carrier(P4Info p4Info) {
        if (p4Info.getControllerPacketMetadataCount() < 2) {
            return Optional.empty();
        }
        try {
            return Optional.of(ForwardProgram.of(p4Info));
        } catch (NoSuchElementException e) {
            return Optional.empty();
        }
    }

    /** What arrives at the ports that the testbed file has. */
    private record Ears(
            Device device, ForwardProgram program, BiConsumer<DevicePort, ByteString> heard)
            implements StreamListener {
        @Override
        public void onPacket(PacketIn packet) {
            int number = program.ingressPort(packet);
            device.ports().stream()
                    .filter(port -> port.number() == number)
                    .findFirst()
                    .ifPresent(port -> heard.accept(port, packet.getPayload()));
        }
    }
}
