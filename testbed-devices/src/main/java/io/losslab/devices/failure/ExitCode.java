package io.losslab.devices.failure;

import io.losslab.driver.DeviceException;

/** Exit codes of all commands. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;

    /** A device could not be reached, is not what it must be, or failed. */
    public static final int DEVICE = 3;

    public static final int INTERRUPTED = 130;

    private ExitCode() {}

    /** What a command ends with that such a failure stops. */
    public static int of(Throwable failure) {
        if (failure instanceof CommandFailure told) {
            return told.exitCode();
        }
        return failure instanceof DeviceException device && device.isAtFault() ? DEVICE : FAILED;
    }
}
