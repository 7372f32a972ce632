package io.losslab.collectors;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps other processes from a directory for as long as this one lives, or until it is closed. */
final class DirectoryLock implements AutoCloseable {
    private static final String FILE = ".lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes it.
     *
     * @throws FileAlreadyExistsException where another process, or another part of this one, has it
     */
    static DirectoryLock take(Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        directory.resolve(FILE),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        if (!locks(channel)) {
            channel.close();
            throw new FileAlreadyExistsException(
                    directory.toString(), null, "a run is writing there");
        }
        return new DirectoryLock(channel);
    }

    /** Whether a file in a directory is its lock. */
    static boolean isOf(Path file) {
        return file.endsWith(FILE);
    }

    private static boolean locks(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** Ends it for good: the directory, which may have another name by now, is finished. */
    void release(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(FILE));
        close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
