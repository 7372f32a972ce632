package io.losslab.agent.plane;

import java.util.ArrayList;
import java.util.List;

/**
 * What schemes found broken: each cause once, and so many causes at most, since those that name
 * what is in a frame are as many as senders like. Not thread safe.
 */
final class Violations {
    /** Causes that are kept; one more text says that there were others. */
    static final int MOST = 100;

    private final List<String> texts = new ArrayList<>();

    void add(int port, String cause) {
        if (texts.size() > MOST) {
            return;
        }
        String text = "port " + port + ": " + cause;
        if (!texts.contains(text)) {
            texts.add(texts.size() == MOST ? "further causes are not listed" : text);
        }
    }

    List<String> list() {
        return List.copyOf(texts);
    }
}
