package io.losslab.configs.experiment.template;

import io.losslab.configs.experiment.file.SchemeSections;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import io.losslab.configs.library.Library;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Reading;
import io.losslab.configs.yaml.YamlDocument;
import io.losslab.configs.yaml.YamlValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The text of a new experiment that starts as a bundled one. Values stand as they do there, but
 * what ties that file to its paper is left out: its source, its notes, and the paper's results.
 */
public final class ExperimentTemplate {
    private static final Set<String> OF_THE_PAPER = Set.of("source", "paper");

    private final Library library;
    private final Section experiment;

    public ExperimentTemplate(Library library, SchemeCatalog catalog) {
        this.library = library;
        experiment = new SchemeSections(catalog).experiment();
    }

    /**
     * Writes the text.
     *
     * @param from name of a bundled experiment
     * @param name of the new one
     * @return empty where there is no such bundled experiment
     */
    public Optional<String> text(String from, String name) {
        return library.text(Library.Kind.EXPERIMENTS, from)
                .map(text -> commented(blocks(text), from, name));
    }

    private String commented(Map<String, String> blocks, String from, String name) {
        blocks.put("experiment", "experiment: %s\n".formatted(name));
        blocks.put("notes", "notes: |\n  Made from the bundled experiment %s.\n".formatted(from));
        StringBuilder text =
                new StringBuilder(
                        """
                        # Made from %s. Unused keys are commented out, with their defaults.
                        # docs/experiment-files.md describes all keys; 'losslab list --help' tells what can be named.
                        # For completion and checks in an editor: losslab schema experiment > experiment.schema.json
                        """
                                .formatted(from));
        for (Key<?> key : experiment.keys()) {
            if (!OF_THE_PAPER.contains(key.name())) {
                text.append('\n').append(Comment.of(key));
                text.append(
                        Optional.ofNullable(blocks.get(key.name()))
                                .orElseGet(() -> Comment.line(key)));
            }
        }
        return text.toString();
    }

    /** The lines of each top-level key; comments between them are not kept. */
    private static Map<String, String> blocks(String text) {
        List<String> lines = text.lines().toList();
        List<YamlValue.Entry> entries =
                YamlDocument.parse("", text, new Problems())
                        .orElseThrow()
                        .root(new Reading(new Problems()))
                        .entries();
        Map<String, String> blocks = new LinkedHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            int end = i + 1 < entries.size() ? start(entries.get(i + 1)) : lines.size();
            List<String> block = lines.subList(start(entries.get(i)), end);
            blocks.put(entries.get(i).key(), String.join("\n", block).stripTrailing() + "\n");
        }
        return blocks;
    }

    /** Index of the line on which a key stands. */
    private static int start(YamlValue.Entry entry) {
        Position at = entry.keyAt();
        return at.line() - 1;
    }
}
