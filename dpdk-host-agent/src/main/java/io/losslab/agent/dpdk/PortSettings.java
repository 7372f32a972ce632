package io.losslab.agent.dpdk;

/**
 * How a port is started.
 *
 * @param rxQueues receive queues, 1..16
 * @param txQueues send queues, 1..16
 * @param rxDescriptors of each receive queue, 32..8192; a driver may take another number
 * @param txDescriptors of each send queue, 32..8192
 * @param mtuBytes IP packet bytes; 0 leaves the device's own
 * @param promiscuous whether frames for other addresses come in
 */
public record PortSettings(
        int rxQueues,
        int txQueues,
        int rxDescriptors,
        int txDescriptors,
        int mtuBytes,
        boolean promiscuous) {
    /** One queue each way, 512 descriptors, the device's MTU, all addresses. */
    public static final PortSettings DEFAULT = new PortSettings(1, 1, 512, 512, 0, true);

    public PortSettings {
        check("rxQueues", rxQueues, 1, 16);
        check("txQueues", txQueues, 1, 16);
        check("rxDescriptors", rxDescriptors, 32, 8192);
        check("txDescriptors", txDescriptors, 32, 8192);
        if (mtuBytes != 0) {
            check("mtuBytes", mtuBytes, 68, 9600);
        }
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be " + least + ".." + most + ": " + value);
        }
    }
}
