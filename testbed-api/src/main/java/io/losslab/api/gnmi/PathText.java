package io.losslab.api.gnmi;

import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import java.util.TreeMap;

/**
 * gNMI paths as users write them: {@code /interfaces/interface[name=Ethernet1]/state}.
 *
 * <p>A backslash escapes the character after it: of {@code /} and {@code [} in names, of {@code ]}
 * in the values of keys, and of itself in both. Keys are written in the order of their names. The
 * text has neither origin nor target. Source: gNMI path conventions, "Path encoding in strings".
 */
public final class PathText {
    private final String text;
    private int at;

    private PathText(String text) {
        this.text = text;
    }

    /**
     * Reads a path; {@code /} and the empty text are the root.
     *
     * @throws IllegalArgumentException that says what is wrong and at which character
     */
    public static Path parse(String text) {
        return new PathText(text).path();
    }

    /** Writes a path, from the root down. */
    public static String format(Path path) {
        if (path.getElemCount() == 0) {
            return "/";
        }
        StringBuilder text = new StringBuilder();
        for (PathElem elem : path.getElemList()) {
            text.append('/').append(escaped(elem.getName(), "/["));
            new TreeMap<>(elem.getKeyMap())
                    .forEach(
                            (key, value) ->
                                    text.append('[')
                                            .append(key)
                                            .append('=')
                                            .append(escaped(value, "]"))
                                            .append(']'));
        }
        return text.toString();
    }

    private Path path() {
        Path.Builder path = Path.newBuilder();
        if (text.isEmpty() || text.equals("/")) {
            return path.build();
        }
        if (text.charAt(0) == '/') {
            at = 1;
        }
        path.addElem(elem());
        while (at < text.length()) {
            expect('/');
            path.addElem(elem());
        }
        return path.build();
    }

    private PathElem elem() {
        PathElem.Builder elem = PathElem.newBuilder().setName(until("/["));
        if (elem.getName().isEmpty()) {
            throw wrong("a name");
        }
        while (at < text.length() && text.charAt(at) == '[') {
            at++;
            String key = until("=]");
            if (key.isEmpty()) {
                throw wrong("the name of a key");
            }
            expect('=');
            String value = until("]");
            expect(']');
            if (elem.containsKey(key)) {
                throw new IllegalArgumentException(
                        "path '%s' has the duplicate key '%s'".formatted(text, key));
            }
            elem.putKey(key, value);
        }
        return elem.build();
    }

    /** Characters up to one of the ends, which stays; a backslash takes the next one as it is. */
    private String until(String ends) {
        StringBuilder part = new StringBuilder();
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
            if (text.charAt(at) == '\\') {
                at++;
                if (at == text.length()) {
                    throw wrong("a character after the backslash");
                }
            }
            part.append(text.charAt(at++));
        }
        return part.toString();
    }

    private void expect(char wanted) {
        if (at == text.length() || text.charAt(at) != wanted) {
            throw wrong("'" + wanted + "'");
        }
        at++;
    }

    private IllegalArgumentException wrong(String wanted) {
        return new IllegalArgumentException(
                "path '%s' needs %s at character %d".formatted(text, wanted, at + 1));
    }

    private static String escaped(String plain, String ends) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            if (c == '\\' || ends.indexOf(c) >= 0) {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        return escaped.toString();
    }
}
