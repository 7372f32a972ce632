package io.losslab.driver;

/**
 * A device could not be reached or refused a call. The message is one line for the user: device,
 * address, what is wrong, what to do about it, such as {@code tor1 (192.0.2.7:9559): primary is
 * held by election id 5; stop the other controller or raise electionId}. The cause is for the log.
 */
public final class DeviceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean atFault;

    private DeviceException(
            String device, String address, boolean atFault, String message, Throwable cause) {
        super("%s (%s): %s".formatted(device, address, message), cause);
        this.atFault = atFault;
    }

    /**
     * A device that does not take what was asked of it.
     *
     * @param device name of the device
     * @param address host:port
     * @param problem what is wrong
     * @param advice what to do about it
     * @param cause for the log; may be null
     */
    public static DeviceException refused(
            String device, String address, String problem, String advice, Throwable cause) {
        return new DeviceException(device, address, false, problem + "; " + advice, cause);
    }

    /** A device that failed at what it should be able to do; parameters as in {@link #refused}. */
    public static DeviceException failed(
            String device, String address, String problem, String advice, Throwable cause) {
        return new DeviceException(device, address, true, problem + "; " + advice, cause);
    }

    /** A device that did not answer; parameters as in {@link #refused}. */
    public static DeviceException unreachable(
            String device, String address, String problem, String advice, Throwable cause) {
        return failed(device, address, problem, advice, cause);
    }

    /** Whether the device is at fault, not what was asked of it: it failed, or did not answer. */
    public boolean isAtFault() {
        return atFault;
    }
}
