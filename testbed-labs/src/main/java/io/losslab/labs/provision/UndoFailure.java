package io.losslab.labs.provision;

import java.util.List;

/** Provisioning failed, and so did setting some devices back, for the time being. */
public final class UndoFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param cause why provisioning failed
     * @param left what could not be restored, as text
     */
    public UndoFailure(RuntimeException cause, List<String> left) {
        super(
                "%s%n  not restored:%n    %s"
                        .formatted(cause.getMessage(), String.join("%n    ".formatted(), left)),
                cause);
    }

    /** Why provisioning failed. */
    @Override
    public synchronized RuntimeException getCause() {
        return (RuntimeException) super.getCause();
    }
}
