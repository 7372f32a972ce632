package io.losslab.roce.host;

/**
 * The steps of a program that post to a flow or await it, in the order of its messages, and how far
 * these are over all iterations.
 */
final class MessageSteps {
    final ProgramRun run;

    /** By message of an iteration. */
    private final int[] steps;

    /** Messages that are acknowledged, or have arrived. */
    private long complete;

    /** POST: messages that are posted. */
    private long posted;

    MessageSteps(ProgramRun run, int[] steps) {
        this.run = run;
        this.steps = steps;
    }

    /** The step of the next message that completes in an iteration; -1 if that is a later one's. */
    int completeNext(long iteration) {
        long message = complete++;
        return message / steps.length == iteration ? steps[(int) (message % steps.length)] : -1;
    }

    /** Whether the message of a step, counted in an iteration, is complete. */
    boolean isComplete(int index, long iteration) {
        return complete > iteration * steps.length + index;
    }

    /** The step of the next message to post in an iteration; -1 if all are posted. */
    int nextToPost(long iteration) {
        long index = posted - iteration * steps.length;
        return index < steps.length ? steps[(int) index] : -1;
    }

    void post() {
        posted++;
    }
}
