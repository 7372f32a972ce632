package io.losslab.configs.binding;

/** A topology cannot be laid over a testbed. */
public final class BindingException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String advice;

    BindingException(String message, String advice) {
        super(message);
        this.advice = advice;
    }

    /** What to change in the testbed file or the topology. */
    public String advice() {
        return advice;
    }
}
