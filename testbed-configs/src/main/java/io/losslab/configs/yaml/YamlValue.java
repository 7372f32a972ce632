package io.losslab.configs.yaml;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.api.units.UnitFormatException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A value in a document, with the place to blame for it.
 *
 * <p>Each typed getter reports a value of the wrong type, unit or range as a problem and gives an
 * empty result then, so that reading goes on and finds the rest.
 */
public final class YamlValue {
    /**
     * A pair of a mapping whose keys the user chooses.
     *
     * @param key as written
     * @param keyAt where the key stands
     * @param value what it maps to
     */
    public record Entry(String key, Position keyAt, YamlValue value) {
        /** Reports something wrong with the key itself. */
        public void error(String message, String expected, String suggestion) {
            value.report(
                    Problem.error(keyAt, value.path, message)
                            .expecting(expected)
                            .suggesting(suggestion));
        }

        /** Reports a key that is none of those known. */
        public void unknown(String message, Collection<String> known) {
            error(message, oneOf(known), Spelling.didYouMean(key, known));
        }
    }

    private static final Pattern PARAMETER = Pattern.compile("\\$\\{([^}]*)\\}");
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9][0-9_]*");
    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final NodeSources sources;
    private final Reading reading;
    private final Node node;
    private final Source source;
    private final String path;

    YamlValue(NodeSources sources, Reading reading, Node node, Source source, String path) {
        this.sources = sources;
        this.reading = reading;
        this.node = node;
        this.source = sources.of(node, source);
        this.path = path;
    }

    /** Dotted path from the document's root, as {@code --set} takes it. */
    public String path() {
        return path;
    }

    /**
     * Where the value stands; for a lone {@code ${parameter}}, where the parameter got its value.
     */
    public Position at() {
        return bound().map(YamlValue::at).orElseGet(() -> source.at(node.getStartMark()));
    }

    /** Equal for what is read of one value of the document, and for no other; a map's key. */
    public Object identity() {
        return node;
    }

    Node node() {
        return node;
    }

    Source source() {
        return source;
    }

    public boolean isMap() {
        return node instanceof MappingNode;
    }

    /** Whether it is a mapping that has a key. */
    public boolean has(String key) {
        return isMap() && entries().stream().anyMatch(entry -> entry.key().equals(key));
    }

    public boolean isList() {
        return node instanceof SequenceNode;
    }

    public boolean isScalar() {
        return node instanceof ScalarNode;
    }

    /** Whether {@code ${parameters}} occur in it or below. */
    public boolean usesParameters() {
        return PARAMETER.matcher(YamlText.print(node)).find();
    }

    public void report(Problem problem) {
        reading.problems().add(problem);
    }

    public void error(String message) {
        report(Problem.error(at(), path, message + usage()));
    }

    public void error(String message, String expected, String suggestion) {
        report(
                Problem.error(at(), path, message + usage())
                        .expecting(expected)
                        .suggesting(suggestion));
    }

    /** Reports a word that is none of those known. */
    public void unknown(String message, String word, Collection<String> known) {
        error(message, oneOf(known), Spelling.didYouMean(word, known));
    }

    public void warning(String message) {
        report(Problem.warning(at(), path, message + usage()));
    }

    /**
     * Reports a value that is neither list nor mapping as it should be.
     *
     * @param title what the whole document is, which has no name
     */
    public void reportWrongForm(String title, String expected) {
        error(
                "%s is %s".formatted(path.isEmpty() ? title : "'" + name() + "'", kind()),
                expected,
                "");
    }

    /**
     * Pairs of a mapping with keys of the user's choice, first of each key; repeated ones are
     * reported.
     */
    public List<Entry> entries() {
        if (!(node instanceof MappingNode mapping)) {
            reportWrongForm("the value", "a mapping");
            return List.of();
        }
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            Source keySource = sources.of(tuple.getKeyNode(), source);
            Position keyAt = keySource.at(tuple.getKeyNode().getStartMark());
            if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
                report(Problem.error(keyAt, path, "a key must be a plain word"));
                continue;
            }
            String key = keyNode.getValue();
            String childPath = path.isEmpty() ? key : path + "." + key;
            YamlValue value =
                    new YamlValue(sources, reading, tuple.getValueNode(), source, childPath);
            Entry first = entries.putIfAbsent(key, new Entry(key, keyAt, value));
            if (first != null) {
                report(
                        Problem.error(
                                keyAt,
                                childPath,
                                "duplicate key '%s'; first at line %d"
                                        .formatted(key, first.keyAt().line())));
            }
        }
        return List.copyOf(entries.values());
    }

    /** Items of a list. */
    public List<YamlValue> items() {
        if (!(node instanceof SequenceNode sequence)) {
            reportWrongForm("the value", "a list");
            return List.of();
        }
        List<YamlValue> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            items.add(new YamlValue(sources, reading, item, source, path + "." + items.size()));
        }
        return items;
    }

    /** Items of a list, or the value itself where it is no list. */
    public List<YamlValue> itemsOrOne() {
        return isList() ? items() : List.of(this);
    }

    /** A scalar as written, parameters replaced. */
    public Optional<String> text() {
        if (!(node instanceof ScalarNode scalar)) {
            reportWrongForm("the value", "a single value");
            return Optional.empty();
        }
        if (scalar.getTag().equals(Tag.NULL) && scalar.getValue().isEmpty()) {
            error("'%s' has no value".formatted(name()));
            return Optional.empty();
        }
        Optional<YamlValue> bound = bound();
        return bound.isPresent() ? bound.get().text() : replaced(scalar.getValue());
    }

    /** A text without blanks at its ends that is not empty. */
    public Optional<String> word() {
        Optional<String> text = text();
        if (text.isPresent() && text.get().isBlank()) {
            error("'%s' is empty".formatted(name()));
            return Optional.empty();
        }
        return text.map(String::strip);
    }

    /** A whole number in a range, both ends included. */
    public Optional<Long> integer(long least, long most) {
        String range =
                most == Long.MAX_VALUE
                        ? "a whole number, at least %d".formatted(least)
                        : "a whole number from %d to %d".formatted(least, most);
        return parsed(
                text -> {
                    if (!INTEGER.matcher(text).matches()) {
                        throw new NumberFormatException("'" + text + "' is not a whole number");
                    }
                    BigInteger value = new BigInteger(text.replace("_", ""));
                    if (value.bitLength() >= Long.SIZE) {
                        throw new NumberFormatException(text + " has too many digits");
                    }
                    if (value.longValue() < least || value.longValue() > most) {
                        throw new NumberFormatException(text + " is out of range");
                    }
                    return value.longValue();
                },
                range);
    }

    /** A number, or a percentage as a fraction: {@code -22.5%} is -0.225. */
    public Optional<Double> ratio() {
        return parsed(
                text ->
                        text.endsWith("%")
                                ? decimal(text.substring(0, text.length() - 1).strip()) / 100
                                : decimal(text),
                "a number or a percentage such as -22.5%");
    }

    public Optional<Boolean> flag() {
        return choice(List.of("true", "false")).map(Boolean::parseBoolean);
    }

    public Optional<DataSize> size() {
        return quantity(DataSize::parse);
    }

    public Optional<DataRate> rate() {
        return quantity(DataRate::parse);
    }

    public Optional<Nanos> time() {
        return quantity(Nanos::parse);
    }

    public Optional<FiberLength> length() {
        return quantity(FiberLength::parse);
    }

    /** One of some words. */
    public Optional<String> choice(List<String> words) {
        return oneOf(words, "'%s' is not a valid value of '" + name() + "'");
    }

    /**
     * One of some words.
     *
     * @param problem with any other, which stands for {@code %s}
     */
    public Optional<String> oneOf(Collection<String> words, String problem) {
        Optional<String> word = word();
        if (word.isPresent() && !words.contains(word.get())) {
            unknown(problem.replace("%s", word.get()), word.get(), words);
            return Optional.empty();
        }
        return word;
    }

    /** The value printed in one line as YAML, parameters not replaced. */
    public String print() {
        return node instanceof ScalarNode scalar ? scalar.getValue() : YamlText.print(node).strip();
    }

    private static String oneOf(Collection<String> words) {
        return "one of " + String.join(", ", words);
    }

    private <T> Optional<T> quantity(Function<String, T> parse) {
        Optional<String> text = word();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(parse.apply(text.get()));
        } catch (UnitFormatException e) {
            String near = e.suggestion();
            error(
                    "'%s' is not a value for '%s'".formatted(text.get(), name()),
                    e.expected(),
                    near.isEmpty() ? "" : "did you mean '" + near + "'?");
            return Optional.empty();
        }
    }

    private <T> Optional<T> parsed(Function<String, T> parse, String expected) {
        Optional<String> text = word();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(parse.apply(text.get()));
        } catch (NumberFormatException e) {
            error("'%s': %s".formatted(name(), e.getMessage()), expected, "");
            return Optional.empty();
        }
    }

    private static double decimal(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            throw new NumberFormatException("'" + text + "' is not a number");
        }
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw new NumberFormatException(text + " is out of range");
        }
        return value;
    }

    /** The parameter's value where this is nothing but {@code ${parameter}}. */
    private Optional<YamlValue> bound() {
        if (node instanceof ScalarNode scalar) {
            Matcher matcher = PARAMETER.matcher(scalar.getValue());
            if (matcher.matches()) {
                String name = matcher.group(1);
                YamlValue value = reading.bindings().get(name);
                if (value != null && !value.node.equals(node)) {
                    reading.markUsed(name);
                    return Optional.of(value);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> replaced(String text) {
        Matcher matcher = PARAMETER.matcher(text);
        StringBuilder replaced = new StringBuilder();
        boolean known = true;
        while (matcher.find()) {
            String name = matcher.group(1);
            YamlValue value = reading.bindings().get(name);
            if (value == null) {
                known = false;
                reportUnbound(name);
                continue;
            }
            reading.markUsed(name);
            known &= value.isScalar();
            String plain = value.isScalar() ? ((ScalarNode) value.node).getValue() : "";
            matcher.appendReplacement(replaced, Matcher.quoteReplacement(plain));
        }
        matcher.appendTail(replaced);
        return known ? Optional.of(replaced.toString()) : Optional.empty();
    }

    private void reportUnbound(String parameter) {
        Collection<String> known = reading.bindings().keySet();
        if (!reading.allowsParameters()) {
            error(
                    "'${%s}' refers to a parameter, which is not allowed here".formatted(parameter),
                    "a plain value",
                    "");
        } else if (known.isEmpty()) {
            error(
                    "there is no parameter '%s'".formatted(parameter),
                    "a plain value; the experiment has no parameters",
                    "");
        } else {
            unknown("there is no parameter '%s'".formatted(parameter), parameter, known);
        }
    }

    /** For a parameter's value that is blamed at its own place: where it is used. */
    private String usage() {
        if (bound().isEmpty()) {
            return "";
        }
        Position use = source.at(node.getStartMark());
        return " (used as '%s' at %s)".formatted(path, use);
    }

    /** By what messages call it: its key, or its path where it is an item of a list. */
    public String name() {
        return path.matches(".*\\.[0-9]+") || !path.contains(".")
                ? path
                : path.substring(path.lastIndexOf('.') + 1);
    }

    private String kind() {
        if (node instanceof MappingNode) {
            return "a mapping";
        }
        return node instanceof SequenceNode ? "a list" : "a single value";
    }
}
