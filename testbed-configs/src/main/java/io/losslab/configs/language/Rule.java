package io.losslab.configs.language;

import java.util.ArrayList;
import java.util.List;

/**
 * How keys of a section go together.
 *
 * @param kind of rule
 * @param keys that it is about
 */
public record Rule(Kind kind, List<Key<?>> keys) {
    /** What a rule asks for. */
    public enum Kind {
        /** At most one of them. */
        AT_MOST_ONE,
        /** One of them, and no other. */
        ONE,
        /** One of them or several. */
        ONE_OR_MORE,
        /** The first only with the second. */
        NEEDS,
        /** The first and none of the others, or all the others. */
        INSTEAD
    }

    public Rule {
        keys = List.copyOf(keys);
    }

    /** Names of its keys. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        keys.forEach(key -> names.add(key.name()));
        return names;
    }

    /**
     * Whether a mapping keeps to it; reports one that does not.
     *
     * @param title of its section
     */
    boolean holds(Fields fields, String title) {
        if (kind == Kind.INSTEAD) {
            return holdsInstead(fields, title);
        }
        List<String> present = names().stream().filter(fields::names).toList();
        boolean atMostOne = kind == Kind.AT_MOST_ONE || kind == Kind.ONE;
        boolean atLeastOne = kind == Kind.ONE || kind == Kind.ONE_OR_MORE;
        if (atMostOne && present.size() > 1) {
            String message = "'%s' cannot be combined with '%s'";
            fields.blame(present.get(1)).error(message.formatted(present.get(1), present.get(0)));
            return false;
        }
        if (atLeastOne && present.isEmpty()) {
            reportNone(fields, title);
            return false;
        }
        if (kind == Kind.NEEDS && present.equals(names().subList(0, 1))) {
            String message = "'%s' requires '%s'".formatted(present.get(0), keys.get(1).name());
            fields.blame(present.get(0)).error(message, keys.get(1).form(), "");
            return false;
        }
        return true;
    }

    /** A key that is unknown was reported, and may be one of them misspelt. */
    private void reportNone(Fields fields, String title) {
        if (!fields.hasUnknownKeys()) {
            fields.self().error("%s lacks the key %s".formatted(title, quoted()));
        }
    }

    private boolean holdsInstead(Fields fields, String title) {
        String first = keys.get(0).name();
        boolean right = true;
        for (String key : names().subList(1, keys.size())) {
            if (fields.names(first) && fields.names(key)) {
                fields.blame(key).error("'%s' cannot be combined with '%s'".formatted(key, first));
                right = false;
            } else if (!fields.names(first) && !fields.names(key)) {
                String message = "%s without '%s' lacks the key '%s'";
                fields.self().error(message.formatted(title, first, key));
                right = false;
            }
        }
        return right;
    }

    private String quoted() {
        List<String> quoted = names().stream().map(name -> "'" + name + "'").toList();
        int last = quoted.size() - 1;
        return String.join(", ", quoted.subList(0, last)) + " or " + quoted.get(last);
    }
}
