package io.losslab.agent.dpdk;

/** DPDK cannot do what was asked; the message is for the user and says what to do. */
public final class DpdkException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DpdkException(String message) {
        super(message);
    }

    public DpdkException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Passes a result on if it is no error.
     *
     * @param result negated errno where below zero
     * @param what was tried, as in "port net_null0 could not start"
     */
    static int check(int result, String what) {
        if (result < 0) {
            throw new DpdkException(what + ": " + Errno.text(-result));
        }
        return result;
    }
}
