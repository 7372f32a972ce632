package io.losslab.orchestrator.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Texts of the project are plain technical English. The phrases below read as translated wherever
 * they stand, so no file is exempt: messages, help, bundled files, schemas, protos, P4 programs,
 * docs, the launcher, and comments.
 */
class WordingTest {
    private static final Path ROOT = Path.of("..");

    /** Between two words: a line break in a comment, or in a string literal. */
    private static final String GAP = "[\\s\"+*#/]+";

    private static final List<Phrase> PHRASES =
            List.of(
                    new Phrase("nobody", "no one, none, or name what is absent"),
                    new Phrase("(some|any|every)body", "name the user, caller, or device"),
                    new Phrase(
                            "(is|are|was|were) told", "is configured with, receives, is notified"),
                    new Phrase("tells? (no|of)", "reports"),
                    new Phrase("speaks? of", "refers to"),
                    new Phrase("to and fro", "ping-pong, or in both directions"),
                    new Phrase("(taken?|takes|taking) away", "removed, torn down, subtracted"),
                    new Phrase("(set|sets|setting) back", "restored"),
                    new Phrase("in words", "as text"),
                    new Phrase("(for|as) people", "human-readable, for users"),
                    new Phrase("innocent(ly)?", "victim"),
                    new Phrase("(ports?|flows?) to blame", "root-cause port, root cause"),
                    new Phrase("(stands?|stood|standing) (paused|stopped)", "is paused"),
                    new Phrase("(stands?|stood|is|are) (there )?twice", "duplicate"),
                    new Phrase("of the wall(?!-)", "of wall-clock time"),
                    new Phrase("beside", "next to, in addition to, compared with"),
                    new Phrase("sent again", "retransmitted, resent"),
                    new Phrase("without end", "unbounded, continuous"),
                    new Phrase("held against", "checked against"),
                    new Phrase("parted", "separated"),
                    new Phrase("hangs? (on|at)", "is attached to"),
                    new Phrase("in a circle", "in a cycle"),
                    new Phrase("lies so far", "give the formula"),
                    new Phrase("(shortest|equal-cost|several) ways?", "path, route"),
                    new Phrase("at the most", "at most"),
                    new Phrase("looked into", "investigated"),
                    new Phrase("not looked at", "ignored"),
                    new Phrase("mistakes? of losslab", "internal error (a bug in losslab)"),
                    new Phrase("(?-i:data cent(re|er)s?)", "datacenter"),
                    new Phrase(
                            "(?<!there\\s{1,20})is no (leaf|JSON|selector|number)",
                            "is not a ..."));

    /** All of them at once: most files have none. */
    private static final Pattern ANY =
            Phrase.compiled(PHRASES.stream().map(Phrase::regex).collect(Collectors.joining("|")));

    @Test
    void textsArePlainTechnicalEnglish() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : texts()) {
            found.addAll(find(ROOT.relativize(file).toString(), Files.readString(file)));
        }
        assertTrue(found.isEmpty(), () -> String.join("\n", found));
    }

    @Test
    void findsAPhraseAcrossLinesOfCommentsAndLiterals() {
        String planted =
                """
                /**
                 * What nobody set is
                 * told as it is.
                 */
                "the lab cannot be taken"
                        + " away"
                """;
        assertEquals(
                List.of(
                        "Planted.java:2: 'nobody': no one, none, or name what is absent",
                        "Planted.java:2: 'is told': is configured with, receives, is notified",
                        "Planted.java:5: 'taken away': removed, torn down, subtracted"),
                find("Planted.java", planted));
        assertEquals(
                List.of(),
                find("Fine.java", "Nobodies, besides, set backs; the setback, partedBy"));
    }

    private static List<String> find(String name, String text) {
        List<String> found = new ArrayList<>();
        if (!ANY.matcher(text).find()) {
            return found;
        }
        for (Phrase phrase : PHRASES) {
            Matcher matcher = Phrase.compiled(phrase.regex()).matcher(text);
            while (matcher.find()) {
                String before = text.substring(0, matcher.start());
                long line = before.chars().filter(character -> character == '\n').count() + 1;
                found.add(
                        "%s:%d: '%s': %s"
                                .formatted(
                                        name,
                                        line,
                                        matcher.group().replaceAll(GAP, " "),
                                        phrase.better()));
            }
        }
        return found;
    }

    /** Main sources of all modules, docs, READMEs, the launcher, and the CI script. */
    private static List<Path> texts() throws IOException {
        List<Path> files = new ArrayList<>();
        List<Path> entries;
        try (Stream<Path> root = Files.list(ROOT)) {
            entries = root.sorted().toList();
        }
        for (Path entry : entries) {
            for (Path tree : List.of(entry.resolve("src/main"), entry.resolve("README.md"))) {
                addAll(tree, files);
            }
            if (entry.toString().endsWith(".md")) {
                files.add(entry);
            }
        }
        addAll(ROOT.resolve("docs"), files);
        addAll(ROOT.resolve(".ci/run"), files);
        addAll(ROOT.resolve("losslab"), files);
        return files;
    }

    private static void addAll(Path tree, List<Path> files) throws IOException {
        if (Files.exists(tree)) {
            try (Stream<Path> all = Files.walk(tree)) {
                all.filter(Files::isRegularFile).sorted().forEach(files::add);
            }
        }
    }

    /**
     * A phrase that is not to be written.
     *
     * @param regex whole words, in any case and over the end of a line
     * @param better what to write instead
     */
    private record Phrase(String regex, String better) {
        static Pattern compiled(String regex) {
            return Pattern.compile(
                    "\\b(?:" + regex.replace(" ", GAP) + ")\\b", Pattern.CASE_INSENSITIVE);
        }
    }
}
