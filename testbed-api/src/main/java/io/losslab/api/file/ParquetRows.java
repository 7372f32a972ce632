package io.losslab.api.file;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rows of Parquet files, as SQL of DuckDB. DuckDB takes a path for a pattern and adds a column
 * for every folder named {@code KEY=VALUE}; here a path is a file's name, and columns are the
 * file's own.
 */
public final class ParquetRows {
    private ParquetRows() {}

    /** What follows FROM for the rows of a file. */
    public static String of(Path file) {
        return of(List.of(file));
    }

    /** The same, of several files, one after the other. */
    public static String of(List<Path> files) {
        return read(files, "");
    }

    /** The same, with the column {@code file_row_number}. */
    public static String numbered(Path file) {
        return read(List.of(file), ", file_row_number = true");
    }

    private static String read(List<Path> files, String options) {
        return files.stream()
                .map(ParquetRows::literal)
                .collect(
                        Collectors.joining(
                                ", ",
                                "read_parquet([",
                                "], hive_partitioning = false" + options + ")"));
    }

    /** Absolute, as a path that starts with a tilde would be taken for one in the home folder. */
    private static String literal(Path file) {
        String name = file.toAbsolutePath().toString();
        return "'" + name.replaceAll("[\\[*?]", "[$0]").replace("'", "''") + "'";
    }
}
