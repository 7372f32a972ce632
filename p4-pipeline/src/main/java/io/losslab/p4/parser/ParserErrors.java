package io.losslab.p4.parser;

import io.losslab.p4.json.JsonView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The errors of a program's parsers, by name; P4's own have a code even if it names none. */
final class ParserErrors {
    static final String NONE = "NoError";
    static final String TOO_SHORT = "PacketTooShort";
    static final String STACK = "StackOutOfBounds";
    static final String HEADER_TOO_SHORT = "HeaderTooShort";
    static final String TIMEOUT = "ParserTimeout";
    static final String INVALID_ARGUMENT = "ParserInvalidArgument";

    private static final List<String> CORE =
            List.of(NONE, TOO_SHORT, "NoMatch", STACK, HEADER_TOO_SHORT, TIMEOUT, INVALID_ARGUMENT);

    private final Map<String, Integer> codes = new LinkedHashMap<>();

    ParserErrors(JsonView root) {
        for (JsonView error : root.itemsOf("errors")) {
            codes.put(error.at(0).text(), error.at(1).number(0, Integer.MAX_VALUE - 1));
        }
        int next = codes.values().stream().mapToInt(it -> it + 1).max().orElse(0);
        for (String name : CORE) {
            if (!codes.containsKey(name)) {
                codes.put(name, next++);
            }
        }
    }

    int code(String name) {
        return codes.get(name);
    }

    Map<String, Integer> all() {
        return codes;
    }
}
