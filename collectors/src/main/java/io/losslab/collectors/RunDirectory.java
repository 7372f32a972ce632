package io.losslab.collectors;

import io.losslab.api.file.FileTree;
import io.losslab.api.file.ParquetRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;

/**
 * The results directory of a run while it is being filled.
 *
 * <p>Everything is written to {@code DIR.partial}, next to the final name. The order of a run:
 * {@link #create} and {@link #begin}, or {@link #resume}; {@link #openCell} for every cell, {@link
 * #mergeCells}, {@link #publish}. What finished cells wrote survives a crash at any moment. Parquet
 * files keep cells in ascending order and rows of a cell in the order they came, so that the same
 * cells make the same files, however often the run was cut off.
 *
 * <p>One process at a time has the directory: a lock that ends with the process keeps others off.
 *
 * <p>{@link #openCell} may be called by any thread; every file of {@link #writeText} has one
 * writer.
 */
public final class RunDirectory implements AutoCloseable {
    private static final String PARTIAL = ".partial";
    private static final String PARTS = "parts";

    /** What {@link #PARTS} is called once the run is complete, until it is deleted. */
    private static final String MERGED = "parts.merged";

    private final Path destination;
    private final Path partial;
    private final Path parts;
    private final DirectoryLock lock;
    private volatile boolean merged;

    private RunDirectory(Path destination, Path partial) throws IOException {
        this.destination = destination;
        this.partial = partial;
        this.parts = partial.resolve(PARTS);
        this.lock = DirectoryLock.take(partial);
    }

    /**
     * Starts a run's directory, making parent directories as needed.
     *
     * @param destination the final name
     * @throws FileAlreadyExistsException where it, or what an earlier run left or another process
     *     makes next to it, exists
     */
    public static RunDirectory create(Path destination) throws IOException {
        Path absolute = destination.toAbsolutePath().normalize();
        if (isThere(absolute)) {
            throw new FileAlreadyExistsException(
                    destination.toString(),
                    null,
                    "results already exist and are never overwritten; choose another directory");
        }
        Path partial = partialOf(absolute);
        Files.createDirectories(absolute.getParent());
        if (isThere(partial) && !isLeftBeforeABegin(partial)) {
            throw new FileAlreadyExistsException(
                    partial.toString(),
                    null,
                    "a run is writing there, or was cut off; resume it, rebuild its report,"
                            + " remove it, or choose another directory");
        }
        Files.createDirectories(partial);
        RunDirectory directory = new RunDirectory(absolute, partial);
        for (Path left : FileTree.list(partial)) {
            if (!DirectoryLock.isOf(left)) {
                FileTree.delete(left);
            }
        }
        return directory;
    }

    /** Whether a run was killed there when nothing had been collected and no device changed. */
    private static boolean isLeftBeforeABegin(Path partial) throws IOException {
        List<Path> left = FileTree.list(partial);
        return left.isEmpty()
                || left.stream().anyMatch(DirectoryLock::isOf)
                        && !left.contains(partial.resolve(PARTS));
    }

    /**
     * From here on, {@link #resume} can take the run up. Until then its directory is nothing:
     * {@link #close} deletes it, and {@link #create} uses it again where its process was killed.
     */
    public void begin() throws IOException {
        Files.createDirectory(parts);
    }

    /**
     * Takes up a run that did not come to its end: {@code DIR.partial} of one that was cut off, or
     * {@code DIR} of one that was interrupted. What unfinished cells wrote is deleted.
     *
     * @param path either name
     * @throws NoSuchFileException where there is no such run
     * @throws FileSystemException where a process is writing there
     */
    public static RunDirectory resume(Path path) throws IOException {
        Path files =
                unfinished(path)
                        .orElseThrow(
                                () ->
                                        new NoSuchFileException(
                                                path.toString(),
                                                null,
                                                "there is no interrupted run"));
        Path destination = destinationOf(path);
        Path partial = partialOf(destination);
        if (!files.equals(partial)) {
            Files.move(files, partial, StandardCopyOption.ATOMIC_MOVE);
        }
        RunDirectory directory = new RunDirectory(destination, partial);
        directory.deleteParts(part -> part.endsWith(CellSink.UNFINISHED));
        return directory;
    }

    /**
     * Where the files of an unfinished run are.
     *
     * @param path {@code DIR} or {@code DIR.partial}
     * @return empty where there is no such run
     */
    public static Optional<Path> unfinished(Path path) {
        Path destination = destinationOf(path);
        return Stream.of(partialOf(destination), destination)
                .filter(directory -> Files.isDirectory(directory.resolve(PARTS)))
                .findFirst();
    }

    /**
     * The final name of a run's directory.
     *
     * @param path {@code DIR} or {@code DIR.partial}
     */
    public static Path destinationOf(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        String name = absolute.getFileName().toString();
        return name.endsWith(PARTIAL)
                ? absolute.resolveSibling(name.substring(0, name.length() - PARTIAL.length()))
                : absolute;
    }

    /** Whether a directory has the name of one whose run has not ended. */
    public static boolean isPartial(Path directory) {
        return directory.toString().endsWith(PARTIAL);
    }

    /** Whether a run, or anything else, has this final name. */
    public static boolean isTaken(Path destination) {
        return isThere(destination) || isThere(partialOf(destination));
    }

    /** A link that leads nowhere is there, too. */
    private static boolean isThere(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** What a directory of this final name is called until {@link #publish}. */
    public static Path unfinishedName(Path destination) {
        return partialOf(destination);
    }

    private static Path partialOf(Path destination) {
        return destination.resolveSibling(destination.getFileName() + PARTIAL);
    }

    /** Whether a cell has finished, and all that it wrote is there. */
    public boolean hasCell(int cell) throws IOException {
        return CellContents.areWhole(parts.resolve(CellSink.directoryName(cell)));
    }

    /**
     * Refuses to go on where what finished cells wrote was deleted, cut off, or damaged since.
     *
     * @throws FileSystemException where one of them is not whole
     */
    public void requireCells(Set<Integer> cells) throws IOException {
        for (int cell : cells) {
            if (!hasCell(cell)) {
                throw new FileSystemException(
                        parts.resolve(CellSink.directoryName(cell)).toString(),
                        null,
                        "files of a finished cell were deleted, cut off, or damaged");
            }
        }
    }

    /** Deletes what cells wrote that are not among these. */
    public void keepOnly(Set<Integer> cells) throws IOException {
        Set<String> kept = new HashSet<>();
        cells.forEach(cell -> kept.add(CellSink.directoryName(cell)));
        deleteParts(part -> !kept.contains(part));
    }

    /** Where files are now: {@code DIR.partial} until {@link #publish}. */
    public Path path() {
        return partial;
    }

    /**
     * Opens the sink of a cell.
     *
     * @param cell number in the run, from 0; again only after one that left nothing
     */
    public CellSink openCell(int cell) throws IOException {
        merged = false;
        return new CellSink(parts, cell);
    }

    /**
     * Takes over a finished cell of another run's directory on the same file system, in one step.
     *
     * @param other where that run's files are now
     * @return whether the cell is there
     */
    public boolean adoptCell(int cell, Path other) throws IOException {
        String name = CellSink.directoryName(cell);
        try {
            Files.move(
                    other.resolve(PARTS).resolve(name),
                    parts.resolve(name),
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return false;
        }
        merged = false;
        return true;
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
     * Makes the Parquet files and texts of the run out of those of the finished cells. Doing it
     * again changes nothing.
     */
    public void mergeCells() throws IOException {
        if (merged) {
            return;
        }
        try (DuckDBConnection duckDb = Sql.open()) {
            for (RowSchema schema : RowSchema.ALL) {
                merge(duckDb, schema);
            }
        } catch (SQLException e) {
            throw Sql.failure("cells could not be merged in " + partial, e);
        }
        mergeTexts();
        merged = true;
    }

    /**
     * Gives the directory of a run that came to its end its final name. What cells wrote is deleted
     * then; {@link #deleteMerged} deletes what a crash or the file system leaves of it.
     *
     * @return the final name
     * @throws FileAlreadyExistsException where that name was taken in the meantime
     */
    public Path publish() throws IOException {
        publishUnfinished();
        // In one step, so that a run of which some cells are deleted is never taken for unfinished.
        Files.move(
                destination.resolve(PARTS),
                destination.resolve(MERGED),
                StandardCopyOption.ATOMIC_MOVE);
        try {
            deleteMerged(destination);
        } catch (IOException | UncheckedIOException e) {
            // The results are complete, and whoever looks at them next deletes the rest.
        }
        return destination;
    }

    /** Deletes what is left in a complete run's directory of what its cells wrote. */
    public static void deleteMerged(Path directory) throws IOException {
        FileTree.delete(directory.resolve(MERGED));
    }

    /**
     * The same, for a run that {@link #resume} may take up later.
     *
     * @return the final name
     * @throws FileAlreadyExistsException where that name was taken in the meantime
     */
    public Path publishUnfinished() throws IOException {
        mergeCells();
        if (Files.exists(destination)) {
            throw new FileAlreadyExistsException(
                    destination.toString(), null, "was created by another process; see " + partial);
        }
        Files.move(partial, destination, StandardCopyOption.ATOMIC_MOVE);
        lock.release(destination);
        return destination;
    }

    /** Lets another process take the directory up, unless it is published. */
    @Override
    public void close() throws IOException {
        if (!Files.exists(parts)) {
            FileTree.delete(partial);
        }
        lock.close();
    }

    private void merge(DuckDBConnection duckDb, RowSchema schema) throws IOException, SQLException {
        List<Path> files = partFiles(schema);
        String rows =
                files.isEmpty() ? schema.emptySelect() : "SELECT * FROM " + ParquetRows.of(files);
        Path temporary = partial.resolve(schema.file() + ".parquet.tmp");
        try (Statement sql = duckDb.createStatement()) {
            sql.execute(
                    "COPY (%s) TO %s %s"
                            .formatted(rows, Sql.quote(temporary.toString()), Sql.PARQUET));
        }
        moveOver(temporary, partial.resolve(schema.file() + ".parquet"));
    }

    private List<Path> partFiles(RowSchema schema) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path cell : finishedCells()) {
            for (Path file : FileTree.list(cell)) {
                if (file.getFileName().toString().startsWith(schema.file() + "-")) {
                    files.add(file);
                }
            }
        }
        return files;
    }

    /** Every text of the cells under its name, one cell after the other. */
    private void mergeTexts() throws IOException {
        Map<String, StringBuilder> texts = new TreeMap<>();
        for (Path cell : finishedCells()) {
            for (Path file : FileTree.list(cell)) {
                String name = file.getFileName().toString();
                if (!name.endsWith(".parquet") && !name.equals(CellContents.FILE)) {
                    texts.computeIfAbsent(name, any -> new StringBuilder())
                            .append(Files.readString(file));
                }
            }
        }
        for (Map.Entry<String, StringBuilder> text : texts.entrySet()) {
            writeText(text.getKey(), text.getValue().toString());
        }
    }

    private List<Path> finishedCells() throws IOException {
        return FileTree.list(parts).stream()
                .filter(cell -> !cell.toString().endsWith(CellSink.UNFINISHED))
                .toList();
    }

    private void deleteParts(Predicate<String> unwanted) throws IOException {
        for (Path part : FileTree.list(parts)) {
            if (unwanted.test(part.getFileName().toString())) {
                FileTree.delete(part);
            }
        }
    }

    private static void moveOver(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
