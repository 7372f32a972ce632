package io.losslab.analysis.timeline;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port as causes name it: {@code N:3}.
 *
 * @param device name of a node
 * @param port 1-based
 */
record PortName(String device, int port) {
    private static final Pattern TEXT = Pattern.compile("(.+):(\\d{1,9})");

    /** Reads a name; empty where a text is none. */
    static Optional<PortName> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new PortName(matcher.group(1), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return device + ":" + port;
    }
}
