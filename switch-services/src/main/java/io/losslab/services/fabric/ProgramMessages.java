package io.losslab.services.fabric;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what the program of one switch says: {@code log_msg}, assertions that fail, and what has no
 * meaning, such as a port that is not there. A program may say it with every packet, so only the
 * first messages are logged.
 */
final class ProgramMessages implements Consumer<String> {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramMessages.class);
    private static final int MOST = 50;

    private final String device;
    private int said;

    ProgramMessages(String device) {
        this.device = device;
    }

    @Override
    public void accept(String text) {
        if (said < MOST) {
            said++;
            String rest = said == MOST ? " (further messages are not logged)" : "";
            LOG.warn("P4 program of {}: {}{}", device, text, rest);
        }
    }
}
