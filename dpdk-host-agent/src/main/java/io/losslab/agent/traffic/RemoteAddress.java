package io.losslab.agent.traffic;

/**
 * What an agent writes into the remote address of a RETH, as nothing is stored there: whether the
 * message wants an answer of its size, whether it is the flow's last, and its number.
 */
final class RemoteAddress {
    private static final long WANTS_ANSWER = 1L << 63;
    private static final long LAST = 1L << 62;

    private RemoteAddress() {}

    static long of(long message, boolean wantsAnswer, boolean last) {
        return message | (wantsAnswer ? WANTS_ANSWER : 0) | (last ? LAST : 0);
    }

    static boolean wantsAnswer(long address) {
        return (address & WANTS_ANSWER) != 0;
    }

    static boolean isLastMessage(long address) {
        return (address & LAST) != 0;
    }
}
