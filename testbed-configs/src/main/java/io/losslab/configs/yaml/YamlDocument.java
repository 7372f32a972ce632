package io.losslab.configs.yaml;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

/** A YAML text as a node tree with positions, before anything is made of it. Not thread safe. */
public final class YamlDocument {
    private static final int LONGEST_LINE = 1_000_000;
    private static final Pattern TAB_INDENT = Pattern.compile("^ *\\t");

    private final Source source;
    private final Node root;
    private final NodeSources sources = new NodeSources();

    private YamlDocument(Source source, Node root) {
        this.source = source;
        this.root = root;
    }

    /**
     * Parses a text; a syntax error becomes a problem and an empty result.
     *
     * @param name by which problems call the text
     */
    public static Optional<YamlDocument> parse(String name, String text, Problems problems) {
        Source source = Source.ofText(name, text);
        Optional<Problem> tooLong = tooLongLine(source);
        if (tooLong.isPresent()) {
            problems.add(tooLong.get());
            return Optional.empty();
        }
        try {
            Node root = YamlText.compose(text);
            if (root == null) {
                problems.add(Problem.error(Position.ofFile(name), "", "the file is empty"));
                return Optional.empty();
            }
            return Optional.of(new YamlDocument(source, root));
        } catch (MarkedYAMLException e) {
            syntaxProblems(source, e).forEach(problems::add);
        } catch (ReaderException e) {
            problems.add(characterProblem(source, text, e));
        } catch (YAMLException e) {
            problems.add(
                    YamlText.limit(text)
                            .map(limit -> Problem.error(source.at(limit.at()), "", limit.message()))
                            .orElseGet(() -> notYaml(name, e)));
        }
        return Optional.empty();
    }

    /** Parses a file; as {@link #parse} otherwise. */
    public static Optional<YamlDocument> read(Path file, String name, Problems problems) {
        return TextFile.read(file, name, problems).flatMap(text -> parse(name, text, problems));
    }

    /** The whole document, for reading. */
    public YamlValue root(Reading reading) {
        return new YamlValue(sources, reading, root, source, "");
    }

    /** The text that was parsed, character by character. */
    public String text() {
        return source.text();
    }

    /** The document as it stands, overrides included, printed again; comments are lost. */
    public String print() {
        return YamlText.print(root);
    }

    Node rootNode() {
        return root;
    }

    NodeSources sources() {
        return sources;
    }

    void splice(Node node, Source from) {
        sources.put(node, from);
    }

    /** The parser takes seconds for megabytes of one value. */
    private static Optional<Problem> tooLongLine(Source source) {
        return IntStream.range(0, source.lines().size())
                .filter(line -> source.lines().get(line).length() > LONGEST_LINE)
                .mapToObj(
                        line ->
                                Problem.error(
                                        source.at(line, 0),
                                        "",
                                        "the line has %,d characters, of which at most %,d can be read"
                                                .formatted(
                                                        source.lines().get(line).length(),
                                                        LONGEST_LINE)))
                .findFirst();
    }

    private static Problem notYaml(String name, YAMLException e) {
        return Problem.error(Position.ofFile(name), "", "not YAML: " + e.getMessage());
    }

    private static List<Problem> syntaxProblems(Source source, MarkedYAMLException e) {
        List<Problem> problems = new ArrayList<>();
        for (int line = 0; line < source.lines().size(); line++) {
            String text = source.lines().get(line);
            if (TAB_INDENT.matcher(text).find()) {
                Position at = source.at(line, text.indexOf('\t'));
                problems.add(
                        Problem.error(at, "", "the line is indented with a tab")
                                .expecting("spaces; YAML does not allow tabs there"));
            }
        }
        if (problems.isEmpty()) {
            Mark mark = e.getProblemMark() != null ? e.getProblemMark() : e.getContextMark();
            Position at = mark == null ? Position.ofFile(source.name()) : source.at(mark);
            String context = e.getContext() == null ? "" : " " + e.getContext();
            problems.add(Problem.error(at, "", "YAML syntax: " + e.getProblem() + context));
        }
        return problems;
    }

    private static Problem characterProblem(Source source, String text, ReaderException e) {
        String before = text.substring(0, Math.min(e.getPosition(), text.length()));
        int line = (int) before.chars().filter(c -> c == '\n').count();
        int column = before.length() - (before.lastIndexOf('\n') + 1);
        return Problem.error(
                source.at(line, column),
                "",
                "character U+%04X is not allowed in YAML".formatted(e.getCodePoint()));
    }
}
