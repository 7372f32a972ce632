package io.losslab.labs.provision;

import java.util.List;

/** Provisioning failed, and so did setting some devices back. */
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
                "%s%n  not restored (run 'losslab cleanup' to try again):%n    %s"
                        .formatted(cause.getMessage(), String.join("%n    ".formatted(), left)),
                cause);
    }
}
