package io.losslab.devices;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DeviceType;
import io.losslab.driver.p4runtime.ForwardProgram;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * All that losslab must know of a kind of device. A kind is a package below this one and a line in
 * {@code registry.DeviceKinds}: nothing else knows which kinds there are. Stateless.
 */
public interface DeviceKind extends DeviceType {
    /** The kind of a device: testbeds are read with a catalog of such kinds. */
    static DeviceKind of(Device device) {
        return (DeviceKind) device.kind();
    }

    /**
     * A device with what its testbed file leaves to the device to say, which is asked for it. Runs
     * ask every device that they use; {@code plan} asks none.
     *
     * @throws io.losslab.driver.DeviceException where it does not answer, or does not say it
     */
    default Device identified(Device device, ChannelSource channels) {
        return device;
    }

    /** Looks at a device without setting anything. */
    void inspect(Inspection inspection);

    /**
     * The program that a switch without a pipeline is given so that it carries the frames that
     * {@code testbed check --cables} sends.
     *
     * @return empty where such a switch is left as it is
     */
    default Optional<ForwardProgram> probeProgram() {
        return Optional.empty();
    }

    /** Whether P4 programs decide where packets of such a switch go, or can. */
    default boolean runsPrograms() {
        return false;
    }

    /**
     * What a cell asks of a device, in the order in which it is to be set.
     *
     * @throws io.losslab.devices.failure.CommandFailure where the device cannot be that
     */
    List<DesiredState> desired(Assignment assignment);

    /**
     * All parts that {@link #desired} can name: what a run that was cut off left is undone by them.
     */
    List<Part> parts();

    /** Whether a user makes some of what cells ask for on a device by hand. */
    default boolean isPartlySetByHand(Device device) {
        return false;
    }

    /**
     * What a cell asks of settings that a user makes on the device by hand, by what is set. It
     * stays as it is from cell to cell.
     *
     * @throws io.losslab.devices.failure.CommandFailure where the device cannot be that
     */
    default Map<String, String> byHand(Assignment assignment) {
        return Map.of();
    }

    /** What a cell needs of a device besides its states: counters, tools, and the like. */
    default List<Need> needs(Assignment assignment) {
        return isSwitch()
                ? List.of(
                        new Need(
                                "read counters",
                                session -> counters(session).ifPresent(PortCounters::read)))
                : List.of();
    }

    /** Calls that hand out what a host sends; none where nothing is to be sent so. */
    default List<DeviceCall> traffic(Assignment assignment) {
        return List.of();
    }

    /** How old its counters of queues can be: a switch may read its chip now and then only. */
    default long counterAgeNanos() {
        return 0;
    }

    /**
     * How old its counters of ports can be: what happened so long before counting begins would be
     * counted.
     *
     * @throws io.losslab.driver.DeviceException where it does not say it
     */
    default long portCounterAgeNanos(DeviceSession session) {
        return 0;
    }

    /**
     * Counters of a switch that has been set, from now on.
     *
     * @return empty where nothing tells them
     */
    default Optional<PortCounters> counters(DeviceSession session) {
        return Optional.empty();
    }

    /**
     * Counters of a host's NICs, from now on.
     *
     * @param ports those that count, by number
     * @return empty where the host has none that can be read
     */
    default Optional<NicCounters> nicCounters(DeviceSession session, IntPredicate ports) {
        return Optional.empty();
    }
}
