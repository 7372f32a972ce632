package io.losslab.driver;

/**
 * A device could not be reached or refused a call. The message is one line for the user: device,
 * address, what is wrong, what to do about it, such as {@code tor1 (192.0.2.7:9559): primary is
 * held by election id 5; stop the other controller or raise electionId}. The cause is for the log.
 */
public final class DeviceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean unreachable;

    private DeviceException(
            String device, String address, boolean unreachable, String message, Throwable cause) {
        super("%s (%s): %s".formatted(device, address, message), cause);
        this.unreachable = unreachable;
    }

    /**
     * A device that answered, with a refusal or with something wrong.
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

    /** A device that did not answer; parameters as in {@link #refused}. */
    public static DeviceException unreachable(
            String device, String address, String problem, String advice, Throwable cause) {
        return new DeviceException(device, address, true, problem + "; " + advice, cause);
    }

    /** Whether the device did not answer at all. */
    public boolean isUnreachable() {
        return unreachable;
    }
}
