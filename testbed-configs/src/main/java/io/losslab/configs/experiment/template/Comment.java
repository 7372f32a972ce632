package io.losslab.configs.experiment.template;

import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import java.util.List;

/** What a file says of a key in comments. */
final class Comment {
    private static final int WIDTH = 100;

    private Comment() {}

    /** What the key means, and who decides where it is absent. */
    static String of(Key<?> key) {
        String absent =
                key.standard().isEmpty() && !key.absent().isEmpty()
                        ? " Default: %s.".formatted(key.absent())
                        : "";
        return wrapped(key.meaning() + absent);
    }

    /** The key as it could be written, with its default or an example. */
    static String line(Key<?> key) {
        return "# %s: %s%n".formatted(key.name(), sample(key));
    }

    private static String sample(Key<?> key) {
        if (key.standard().isPresent()) {
            return key.fallback();
        }
        if (!key.example().isEmpty()) {
            return key.example();
        }
        return Section.of(key.type()).map(Comment::inline).orElse("<" + key.type().form() + ">");
    }

    private static String inline(Section section) {
        List<String> members =
                section.keys().stream().map(key -> key.name() + ": " + sample(key)).toList();
        return "{" + String.join(", ", members) + "}";
    }

    private static String wrapped(String sentence) {
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder("#");
        for (String word : sentence.split(" ", -1)) {
            if (line.length() + 1 + word.length() > WIDTH) {
                text.append(line).append('\n');
                line = new StringBuilder("#");
            }
            line.append(' ').append(word);
        }
        return text.append(line).append('\n').toString();
    }
}
