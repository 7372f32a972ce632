package io.losslab.collectors;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;

/**
 * The results directory of a run while it is being filled.
 *
 * <p>Everything is written to {@code DIR.partial}, next to the final name. The order of a run:
 * {@link #create}, {@link #openCell} for every cell, {@link #mergeCells}, {@link #publish}. What
 * finished cells wrote survives a crash at any moment; {@link #adopt} takes up such a leftover.
 * Parquet files keep cells in ascending order and rows of a cell in the order they came.
 *
 * <p>{@link #openCell} may be called by any thread; every file of {@link #writeText} has one
 * writer.
 */
public final class RunDirectory {
    private static final String PARTIAL = ".partial";

    private final Path destination;
    private final Path partial;
    private final Path parts;

    private RunDirectory(Path destination) {
        this.destination = destination;
        this.partial = destination.resolveSibling(destination.getFileName() + PARTIAL);
        this.parts = partial.resolve("parts");
    }

    /**
     * Starts a run's directory, making parent directories as needed.
     *
     * @param destination the final name
     * @throws FileAlreadyExistsException where it, or what an earlier run left next to it, exists
     */
    public static RunDirectory create(Path destination) throws IOException {
        Path absolute = destination.toAbsolutePath().normalize();
        if (Files.exists(absolute)) {
            throw new FileAlreadyExistsException(
                    destination.toString(),
                    null,
                    "results already exist and are never overwritten; choose another directory");
        }
        RunDirectory directory = new RunDirectory(absolute);
        Files.createDirectories(absolute.getParent());
        try {
            Files.createDirectory(directory.partial);
        } catch (FileAlreadyExistsException e) {
            FileAlreadyExistsException explained =
                    new FileAlreadyExistsException(
                            directory.partial.toString(),
                            null,
                            "a run is writing there, or was interrupted; rebuild its report,"
                                    + " remove it, or choose another directory");
            explained.initCause(e);
            throw explained;
        }
        Files.createDirectory(directory.parts);
        return directory;
    }

    /**
     * Takes up what a crashed run left behind. Cells that were not finished are dropped.
     *
     * @param path the final name, or the one that ends in {@code .partial}
     * @throws NoSuchFileException where no run was cut off there
     */
    public static RunDirectory adopt(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        String name = absolute.getFileName().toString();
        RunDirectory directory =
                new RunDirectory(
                        name.endsWith(PARTIAL)
                                ? absolute.resolveSibling(
                                        name.substring(0, name.length() - PARTIAL.length()))
                                : absolute);
        if (!Files.isDirectory(directory.partial)) {
            throw new NoSuchFileException(
                    directory.partial.toString(), null, "there is no interrupted run");
        }
        return directory;
    }

    /** Where files are now: {@code DIR.partial} until {@link #publish}. */
    public Path path() {
        return partial;
    }

    /**
     * Opens the sink of a cell.
     *
     * @param cell number in the run, from 0; once only
     */
    public CellSink openCell(int cell) throws IOException {
        return new CellSink(parts, cell);
    }

    /** Writes a text file, such as {@code run.json}, so that readers see the old or the new one. */
    public void writeText(String fileName, String content) throws IOException {
        Path temporary = partial.resolve(fileName + ".tmp");
        try {
            Files.writeString(temporary, content);
            moveOver(temporary, partial.resolve(fileName));
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Makes the three Parquet files out of the finished cells and removes the parts. Doing it again
     * changes nothing.
     */
    public void mergeCells() throws IOException {
        if (!Files.isDirectory(parts)) {
            return;
        }
        try (DuckDBConnection duckDb = Sql.open()) {
            for (RowSchema schema : RowSchema.ALL) {
                merge(duckDb, schema);
            }
        } catch (SQLException e) {
            throw Sql.failure("cells could not be merged in " + partial, e);
        }
        FileTree.delete(parts);
    }

    /**
     * Merges what is not merged yet and gives the directory its final name.
     *
     * @return the final name
     * @throws FileAlreadyExistsException where that name was taken in the meantime
     */
    public Path publish() throws IOException {
        mergeCells();
        if (Files.exists(destination)) {
            throw new FileAlreadyExistsException(
                    destination.toString(), null, "was created by another process; see " + partial);
        }
        return Files.move(partial, destination, StandardCopyOption.ATOMIC_MOVE);
    }

    private void merge(DuckDBConnection duckDb, RowSchema schema) throws IOException, SQLException {
        List<String> files = partFiles(schema);
        String rows =
                files.isEmpty()
                        ? schema.emptySelect()
                        : "SELECT * FROM read_parquet([%s])".formatted(String.join(", ", files));
        Path temporary = partial.resolve(schema.file() + ".parquet.tmp");
        try (Statement sql = duckDb.createStatement()) {
            sql.execute(
                    "COPY (%s) TO %s (FORMAT parquet, COMPRESSION zstd)"
                            .formatted(rows, Sql.quote(temporary.toString())));
        }
        moveOver(temporary, partial.resolve(schema.file() + ".parquet"));
    }

    private List<String> partFiles(RowSchema schema) throws IOException {
        List<String> files = new ArrayList<>();
        try (Stream<Path> cells = Files.list(parts)) {
            for (Path cell : cells.filter(path -> !path.toString().endsWith(".tmp")).toList()) {
                try (Stream<Path> inCell = Files.list(cell)) {
                    inCell.filter(file -> file.getFileName().toString().startsWith(schema.file()))
                            .forEach(file -> files.add(Sql.quote(file.toString())));
                }
            }
        }
        files.sort(null);
        return files;
    }

    private static void moveOver(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
