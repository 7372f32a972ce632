package io.losslab.analysis.run;

import io.losslab.api.file.ParquetRows;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The Parquet files of a results directory. */
public final class RowFiles {
    /** Usual folder of {@link #writeCsv} within the results. */
    public static final String CSV_FOLDER = "csv";

    private static final String PARQUET = ".parquet";
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final List<String> OF_EVERY_RUN =
            List.of("flows", "counters", "events", "pauses", "iterations");

    private RowFiles() {}

    /** Their names, sorted. */
    public static List<String> names(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + PARQUET)) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        }
        return names.stream().sorted().toList();
    }

    /** The files that {@link #writeCsv} writes into a folder, sorted. */
    public static List<Path> csvFiles(Path directory, Path folder) throws IOException {
        return names(directory).stream().map(name -> folder.resolve(csvName(name))).toList();
    }

    /** Whether a file has the heading of the rows that {@link #writeCsv} writes to it. */
    public static boolean isCsv(Path directory, Path csv) throws IOException {
        String stem = csv.getFileName().toString().replaceFirst("[.]csv$", "");
        String rows = ParquetRows.of(directory.resolve(stem + PARQUET));
        try (Connection duckDb = RowQueries.open();
                Statement sql = duckDb.createStatement();
                ResultSet none = sql.executeQuery("SELECT * FROM %s LIMIT 0".formatted(rows));
                BufferedReader text = Files.newBufferedReader(csv)) {
            List<String> columns = new ArrayList<>();
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                columns.add(none.getMetaData().getColumnName(i));
            }
            return String.join(",", columns).equals(text.readLine());
        } catch (CharacterCodingException e) {
            return false;
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * What is wrong with the files: one that every run writes is missing, or one does not end as it
     * should, as after a copy that broke off.
     *
     * @return the file's name and what is wrong with it
     */
    public static Optional<String> defect(Path directory) throws IOException {
        for (String name : OF_EVERY_RUN) {
            if (!Files.exists(directory.resolve(name + PARQUET))) {
                return Optional.of(name + PARQUET + " is missing");
            }
        }
        for (String name : names(directory)) {
            if (!endsAsParquet(directory.resolve(name))) {
                return Optional.of(name + " is damaged: its end is missing");
            }
        }
        return Optional.empty();
    }

    /**
     * The first file whose rows cannot all be read. Reads every file: for saying why something
     * failed.
     *
     * @return the file's name and what is wrong with it; empty where all can be read
     */
    public static Optional<String> unreadable(Path directory) throws IOException {
        try (Connection duckDb = RowQueries.open();
                Statement sql = duckDb.createStatement()) {
            for (String name : names(directory)) {
                Optional<String> reason = unreadable(sql, directory.resolve(name));
                if (reason.isPresent()) {
                    return Optional.of("%s is damaged: %s".formatted(name, reason.get()));
                }
            }
            return Optional.empty();
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Optional<String> unreadable(Statement sql, Path file) {
        try {
            sql.execute("SELECT max(hash(r)) FROM %s AS r".formatted(ParquetRows.of(file)));
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(e.getMessage().lines().findFirst().orElse("it cannot be read"));
        }
    }

    private static boolean endsAsParquet(Path file) throws IOException {
        ByteBuffer end = ByteBuffer.allocate(MAGIC.length);
        try (FileChannel channel = FileChannel.open(file)) {
            channel.position(Math.max(0, channel.size() - MAGIC.length));
            while (end.hasRemaining() && channel.read(end) >= 0) {
                // Until it is full, or the file shorter than that.
            }
        }
        return Arrays.equals(end.array(), MAGIC);
    }

    /**
     * Writes each as CSV with a heading, in the order of its rows.
     *
     * @param folder made where there is none; earlier files are replaced
     * @return names of the files
     * @throws IOException where there are none, or one cannot be written
     */
    public static List<String> writeCsv(Path directory, Path folder) throws IOException {
        List<String> written = new ArrayList<>();
        List<String> names = names(directory);
        if (names.isEmpty()) {
            throw new IOException(directory + " has no Parquet files");
        }
        Files.createDirectories(folder);
        try (Connection duckDb = RowQueries.open();
                Statement sql = duckDb.createStatement()) {
            for (String name : names) {
                String csv = csvName(name);
                String rows = ParquetRows.of(directory.resolve(name));
                FileReplacement.write(folder.resolve(csv), temporary -> copy(sql, rows, temporary));
                written.add(csv);
            }
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
        return written;
    }

    private static String csvName(String parquet) {
        return parquet.substring(0, parquet.length() - PARQUET.length()) + ".csv";
    }

    private static void copy(Statement sql, String rows, Path file) throws IOException {
        try {
            sql.execute(
                    "COPY (SELECT * FROM %s) TO %s (FORMAT csv, HEADER)"
                            .formatted(rows, quoted(file)));
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static String quoted(Path file) {
        return "'" + file.toAbsolutePath().toString().replace("'", "''") + "'";
    }
}
