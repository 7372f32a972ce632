package io.losslab.analysis.timeline;

import java.util.Optional;

/**
 * Why a queue was paused, as far as its event tells.
 *
 * @param sender port that sent the pause frame
 * @param root congested port on whose account it did
 */
record PauseCause(Optional<PortName> sender, Optional<PortName> root) {
    private static final String ROOT = ", congested ";

    /** Reads the text of an event: {@code N:3, congested M:2}. */
    static PauseCause parse(String text) {
        int root = text.indexOf(ROOT);
        return root < 0
                ? new PauseCause(PortName.parse(text), Optional.empty())
                : new PauseCause(
                        PortName.parse(text.substring(0, root)),
                        PortName.parse(text.substring(root + ROOT.length())));
    }
}
