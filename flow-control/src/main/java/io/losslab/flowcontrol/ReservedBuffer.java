package io.losslab.flowcontrol;

/**
 * The downstream end of a scheme whose work is done at egress queues: it gives the priorities of a
 * port a buffer of their own.
 *
 * @param priorities bit i: priority i has such a buffer
 * @param bytes of each priority
 */
public record ReservedBuffer(int priorities, long bytes) implements IngressScheme {
    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int frameBytes, long ingressBytes) {}

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int frameBytes, long ingressBytes) {}

    @Override
    public BufferPolicy bufferPolicy(int port) {
        return new BufferPolicy(priorities, BufferPolicy.Sharing.DEDICATED, bytes, false, 0);
    }
}
