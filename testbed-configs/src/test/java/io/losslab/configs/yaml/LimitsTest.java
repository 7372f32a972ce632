package io.losslab.configs.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that no user writes by hand get one short error, soon. */
class LimitsTest {
    @TempDir Path folder;

    @Test
    void aValueOfMegabytesIsRefusedAtItsLine() {
        assertEquals(
                """
                file.yaml:2:1: error: the line has 5,000,010 characters, of which at most 1,000,000 can be read
                  2 | title: "%s ...
                    | ^
                1 error
                """
                        .formatted("x".repeat(152)),
                problemsOf("a: 1\ntitle: \"" + "x".repeat(5_000_001) + "\"\n"));
    }

    @Test
    void nestingIsRefusedWhereItIsTooDeep() {
        String text = problemsOf("a: " + "[".repeat(20_000) + "]".repeat(20_000));
        assertTrue(
                text.startsWith(
                        "file.yaml:1:53: error: lists and maps are nested more than 50 times\n"),
                text);
        assertEquals(4, text.lines().count());
    }

    @Test
    void aBombIsRefusedWhereItsReferencesAreTooMany() {
        String bomb =
                IntStream.range(1, 8)
                        .mapToObj(i -> "k%d: &k%d [%s]\n".formatted(i, i, refs(i - 1)))
                        .collect(Collectors.joining("", "k0: &k0 [x]\n", ""));
        String text = problemsOf(bomb);
        assertTrue(text.contains(": error: references (*NAME) occur more than 50 times"), text);
        assertTrue(text.startsWith("file.yaml:7:"), text);
    }

    @Test
    void whatIsNoFileIsRefusedWithoutWaitingForIt() throws Exception {
        Path fifo = folder.resolve("fifo");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        Problems problems = new Problems();
        assertTimeoutPreemptively(
                Duration.ofSeconds(10), () -> TextFile.read(fifo, "fifo", problems));
        assertEquals(
                "fifo: error: this is not a regular file\n1 error\n",
                ProblemPrinter.print(problems));
    }

    @Test
    void aFileOfGigabytesIsNotReadIntoMemory() throws IOException {
        Path file = folder.resolve("large");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        Problems problems = new Problems();
        assertTrue(TextFile.read(file, "large", problems).isEmpty());
        assertEquals(
                "large: error: the file has 1,099,511,627,776 B, of which at most 16,777,216 B can"
                        + " be read\n1 error\n",
                ProblemPrinter.print(problems));
        Files.delete(file);
    }

    @Test
    void aByteOrderMarkIsNoPartOfAText() throws IOException {
        Path file = Files.writeString(folder.resolve("mark.cdf"), "\uFEFF1 0\n");
        assertEquals(Optional.of("1 0\n"), TextFile.read(file, "mark.cdf", new Problems()));
    }

    @Property(tries = 100)
    void whateverIsWrongFitsOnAFewScreens(
            @ForAll @IntRange(min = 1, max = 5_000) int count,
            @ForAll @IntRange(max = 20_000) int length,
            @ForAll @IntRange(max = 20_000) int column) {
        Problems problems = new Problems();
        String line = "x".repeat(length);
        for (int i = 0; i < count; i++) {
            problems.add(
                    Problem.error(new Position("f", i + 1, column + 1, line), "", line)
                            .expecting(line)
                            .suggesting(line));
        }

        String text = ProblemPrinter.print(problems);

        assertTrue(text.lines().count() < 100);
        assertTrue(text.length() < 100 * 500);
        assertTrue(text.endsWith(count == 1 ? "\n1 error\n" : "\n" + count + " errors\n"), text);
        long printed = text.lines().filter(each -> each.startsWith("f:")).count();
        String rest = "and %,d more; 'losslab validate' prints all\n".formatted(count - printed);
        assertTrue(printed == count || text.contains(rest));
        assertEquals(
                count,
                ProblemPrinter.printAll(problems)
                        .lines()
                        .filter(each -> each.startsWith("f:"))
                        .count());
    }

    /** The caret stands under the column's character, however much of the line is left out. */
    @Property
    void theCaretStandsUnderItsCharacter(
            @ForAll @IntRange(min = 1, max = 500) int length,
            @ForAll @IntRange(min = 0, max = 499) int at) {
        int column = Math.min(at, length - 1);
        String line = "-".repeat(column) + "#" + "-".repeat(length - column - 1);
        Problems problems = new Problems();
        problems.add(Problem.error(new Position("f", 7, column + 1, line), "", "wrong"));

        String[] lines = ProblemPrinter.print(problems).lines().toArray(String[]::new);

        assertEquals(lines[1].indexOf('#'), lines[2].indexOf('^'));
    }

    private static String refs(int number) {
        return IntStream.range(0, 9).mapToObj(i -> "*k" + number).collect(Collectors.joining(","));
    }

    private static String problemsOf(String text) {
        Problems problems = new Problems();
        assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> YamlDocument.parse("file.yaml", text, problems));
        return ProblemPrinter.print(problems);
    }
}
