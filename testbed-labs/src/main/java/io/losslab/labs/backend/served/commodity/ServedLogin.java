package io.losslab.labs.backend.served.commodity;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.services.product.ProductAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The login of served switches.
 *
 * @param file whose first line is the password
 */
public record ServedLogin(ProductAccount account, Path file) {
    static final String USER = "losslab";

    private static final int PASSWORD_BYTES = 16;

    /**
     * The login with the password of a file, which is made with a random one, for its owner only,
     * if it is not there.
     *
     * @throws CommandFailure where it cannot be made or read, or has no password
     */
    public static ServedLogin in(Path file) {
        try {
            makeIfAbsent(file);
            String password =
                    Files.readString(file, StandardCharsets.UTF_8).lines().findFirst().orElse("");
            if (password.isEmpty() || !password.chars().allMatch(c -> c >= ' ' && c <= '~')) {
                throw CommandFailure.usage(
                        "--password-file %s: its first line must be a password of printable ASCII"
                                .formatted(file),
                        "write one, or name a file that does not exist: serve makes it");
            }
            return new ServedLogin(
                    new ProductAccount(USER, password), file.toAbsolutePath().normalize());
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "--password-file %s: the file cannot be made or read".formatted(file),
                    "choose a file in an existing, writable directory",
                    e);
        }
    }

    private static void makeIfAbsent(Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        try {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            return; // Another process has just made it.
        }
        Files.writeString(file, HexFormat.of().formatHex(random) + "\n");
    }
}
