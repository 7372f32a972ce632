package io.losslab.orchestrator.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The tables of docs/accuracy.md: what was recorded from another simulator, and what losslab
 * measures, which the page has to have as it is.
 */
final class AccuracyTables {
    private static final Path PAGE = Path.of("../docs/accuracy.md");

    private AccuracyTables() {}

    /** The cells of the row that begins with this one, without it. */
    static List<String> row(String first) throws IOException {
        return Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| " + first + " |"))
                .map(line -> Arrays.asList(line.split("\\|")))
                .map(cells -> cells.stream().skip(2).map(String::strip).toList())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row '" + first + "' in " + PAGE));
    }

    /** The number that a cell begins with. */
    static double number(String cell) {
        return Double.parseDouble(cell.replaceFirst(" .*", "").replace(",", ""));
    }
}
