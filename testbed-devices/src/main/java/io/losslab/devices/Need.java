package io.losslab.devices;

import java.util.function.Consumer;

/**
 * Something that a device must have or permit so that a cell can run on it, as a question that sets
 * nothing. Runs need what they ask for here; {@code testbed check} only asks.
 *
 * @param what it is, for users: {@code read of forwarding}
 * @param ask returns where the device has it; throws a {@link io.losslab.driver.DeviceException} or
 *     a {@link io.losslab.devices.failure.CommandFailure}, which say what to do, where it has not
 */
public record Need(String what, Consumer<DeviceSession> ask) {}
