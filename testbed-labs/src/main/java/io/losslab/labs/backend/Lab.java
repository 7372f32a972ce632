package io.losslab.labs.backend;

import io.losslab.analysis.summary.Check;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.ChannelSource;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.provision.Ledger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Devices to run one cell on: which they are, how to reach each, and how their time passes.
 * Channels belong to the lab. For one thread.
 */
public interface Lab extends ChannelSource, AutoCloseable {
    /** Which device stands for which node. */
    Binding binding();

    /** What was found on devices and set there, by this lab and those before it. */
    Ledger ledger();

    /** Lets the lab's time pass. */
    LabClock clock();

    /** How long nothing has been sent on its devices, by this lab and those before it. */
    default Silence silence() {
        return new Silence();
    }

    /**
     * Captures both directions of ports into a pcapng file, until the lab is closed.
     *
     * @throws IOException where the file cannot be written
     * @throws CommandFailure where the lab's devices cannot do it
     */
    default void capture(List<PortRef> ports, Path file) throws IOException {
        throw CommandFailure.usage(
                "--pcap is only supported by the virtual and live backends: testbed devices do"
                        + " not capture frames",
                "mirror the port to a host and run tshark there");
    }

    /**
     * What has become of a device that does not answer, as far as the lab can find out otherwise.
     *
     * @return words that go on after the device's name
     */
    default Optional<String> condition(Device device) {
        return Optional.empty();
    }

    /**
     * Whether it is certain that the program of a device which does not answer has ended or is
     * suspended, and is not just busy.
     */
    default boolean isGone(Device device) {
        return false;
    }

    /** What has to be said of the lab itself after a run. */
    default List<Check> checks() {
        return List.of();
    }

    /** What else is to be known of how a cell was run, in plain sentences. */
    default List<String> notes() {
        return List.of();
    }

    @Override
    void close();
}
