package io.losslab.devices.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class FileFailureTest {
    @Test
    void aMissingFileIsWrongUsageAndAFullDiskIsNot() {
        told(2, "a/b: no such file or directory", "expected x", new NoSuchFileException("a/b"));
        told(1, "a/b: permission denied", "", new AccessDeniedException("a/b"));
        told(1, "a/b: not a directory", "", new NotDirectoryException("a/b"));
        told(1, "a: the directory is not empty", "", new DirectoryNotEmptyException("a"));
        told(1, "No space left on device", "", new IOException("No space left on device"));
        told(2, "not Parquet", "expected x", new IOException("not Parquet"));
    }

    private static void told(int exitCode, String reason, String advice, IOException cause) {
        CommandFailure failure = FileFailure.of("cannot export", "expected x", cause);
        assertEquals("cannot export: " + reason, failure.getMessage());
        assertEquals(advice, failure.advice());
        assertEquals(exitCode, failure.exitCode());
    }
}
