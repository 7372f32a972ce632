package io.losslab.agent.dpdk;

/** Error numbers of Linux that DPDK calls return, as text. */
final class Errno {
    private static final int EPERM = 1;
    private static final int ENOENT = 2;
    private static final int EAGAIN = 11;
    static final int ENOMEM = 12;
    static final int EACCES = 13;
    private static final int EBUSY = 16;
    private static final int ENODEV = 19;
    private static final int EINVAL = 22;
    private static final int ENOTSUP = 95;
    private static final int EALREADY = 114;

    private Errno() {}

    static String text(int errno) {
        return switch (errno) {
            case EPERM, EACCES ->
                    "not permitted; run as root, or with CAP_NET_ADMIN, CAP_NET_RAW and CAP_IPC_LOCK";
            case ENOENT, ENODEV -> "no such device; check its name";
            case EAGAIN -> "temporarily unavailable; try again";
            case ENOMEM -> "not enough memory; raise --memory or lower --buffers";
            case EBUSY -> "in use; stop the program that uses it";
            case EINVAL -> "a setting is invalid (EINVAL)";
            case ENOTSUP -> "not supported by the port's driver";
            case EALREADY -> "already done; DPDK can start only once per process";
            default -> "error " + errno;
        };
    }
}
