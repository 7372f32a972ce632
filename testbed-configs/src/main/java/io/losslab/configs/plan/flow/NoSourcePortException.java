package io.losslab.configs.plan.flow;

/** No UDP source port leads a flow by the nodes of {@code via}, though there is such a path. */
public final class NoSourcePortException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoSourcePortException(String message) {
        super(message);
    }

    /** What to change in the experiment. */
    public String advice() {
        return "use 'ecmp: {hash: fnv1a}', other 'seeds', or 'path' instead of 'via': with crc32,"
                + " switches use only some of the paths";
    }
}
