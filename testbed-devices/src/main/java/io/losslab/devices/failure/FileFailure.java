package io.losslab.devices.failure;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Messages for users where files cannot be read or written. */
public final class FileFailure {
    private static final String FULL = "No space left on device";

    private FileFailure() {}

    /**
     * A file that is missing, in use, or not what it must be is wrong usage; all else, such as a
     * full disk, is not.
     *
     * @param what cannot be done: "cannot export"
     * @param expected advice where it is wrong usage
     */
    public static CommandFailure of(String what, String expected, IOException e) {
        String message = what + ": " + reason(e);
        boolean ofSystem =
                e instanceof FileSystemException
                                && !(e instanceof NoSuchFileException)
                                && !(e instanceof FileAlreadyExistsException)
                        || reason(e).contains(FULL);
        return ofSystem
                ? CommandFailure.failed(message, "", e)
                : CommandFailure.usage(message, expected, e);
    }

    /** Why, with the file: some exceptions have that alone as their message. */
    public static String reason(IOException e) {
        if (e instanceof FileSystemException explained && explained.getReason() != null) {
            return e.getMessage();
        }
        if (e instanceof AccessDeniedException) {
            return e.getMessage() + ": permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return e.getMessage() + ": no such file or directory";
        }
        if (e instanceof NotDirectoryException) {
            return e.getMessage() + ": not a directory";
        }
        if (e instanceof DirectoryNotEmptyException) {
            return e.getMessage() + ": the directory is not empty";
        }
        if (e instanceof FileAlreadyExistsException) {
            return e.getMessage() + ": it exists already";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
