package io.losslab.agent.dpdk;

import io.losslab.api.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/**
 * The file of the C shim on this machine. The build puts one into the archive where DPDK's headers
 * are; a machine without a fitting one builds it at first start from the source in the archive.
 *
 * <p>Files are kept in {@code losslab} under {@code XDG_CACHE_HOME} or {@code ~/.cache}, named by
 * the checksum of what they come from, so another version never meets an old file.
 */
final class ShimLibrary {
    private static final String SOURCE = "losslab_dpdk.c";
    private static final String BUILD_SCRIPT = "build-shim.sh";
    private static final String BUILT = "losslab_dpdk.so";
    private static final int BUILD_SECONDS = 120;

    private ShimLibrary() {}

    /**
     * A shim that fits this machine.
     *
     * @throws DpdkException where it can neither be unpacked nor built
     */
    static Path find() {
        Path cache = cacheDirectory();
        try {
            Files.createDirectories(cache);
            byte[] built = resource(BUILT);
            if (built != null) {
                Path unpacked = cache.resolve("dpdk-shim-" + checksum(built) + ".so");
                if (!Files.exists(unpacked)) {
                    place(built, unpacked);
                }
                if (loads(unpacked)) {
                    return unpacked;
                }
            }
            return build(cache);
        } catch (IOException e) {
            throw new DpdkException(
                    "the DPDK shim cannot be written to "
                            + cache
                            + ": "
                            + e.getMessage()
                            + "; make that directory writable or set XDG_CACHE_HOME",
                    e);
        }
    }

    private static Path build(Path cache) throws IOException {
        byte[] source = resource(SOURCE);
        Path library = cache.resolve("dpdk-shim-" + checksum(source) + "-here.so");
        if (Files.exists(library) && loads(library)) {
            return library;
        }
        Path work = Files.createTempDirectory(cache, "build");
        try {
            Path built = work.resolve(BUILT);
            Files.write(work.resolve(SOURCE), source);
            Files.write(work.resolve(BUILD_SCRIPT), resource(BUILD_SCRIPT));
            compile(work, built);
            Files.move(
                    built,
                    library,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            return library;
        } finally {
            Files.deleteIfExists(work.resolve("log"));
            Files.deleteIfExists(work.resolve(SOURCE));
            Files.deleteIfExists(work.resolve(BUILD_SCRIPT));
            Files.deleteIfExists(work.resolve(BUILT));
            Files.deleteIfExists(work);
        }
    }

    private static void compile(Path work, Path output) throws IOException {
        Path log = work.resolve("log");
        Process compiler =
                new ProcessBuilder("sh", BUILD_SCRIPT, SOURCE, output.toString())
                        .directory(work.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        try {
            if (!compiler.waitFor(BUILD_SECONDS, TimeUnit.SECONDS)) {
                compiler.destroyForcibly();
                throw new DpdkException(
                        "building the DPDK shim took more than " + BUILD_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            compiler.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new DpdkException("building the DPDK shim was interrupted", e);
        }
        if (compiler.exitValue() != 0) {
            throw new DpdkException(missing(Files.readString(log).strip()));
        }
    }

    private static String missing(String said) {
        return "the DPDK shim cannot be built here ("
                + said.lines().findFirst().orElse("the compiler printed nothing")
                + "); install what it needs: apt-get install dpdk libdpdk-dev gcc pkg-config";
    }

    /** Whether the machine has the libraries of the DPDK version it was built with. */
    private static boolean loads(Path library) {
        try {
            com.sun.jna.NativeLibrary.getInstance(library.toString());
            return true;
        } catch (UnsatisfiedLinkError e) {
            return false;
        }
    }

    private static void place(byte[] content, Path target) throws IOException {
        Path part = Files.createTempFile(target.getParent(), "shim", ".part");
        Files.write(part, content);
        Files.move(
                part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path cacheDirectory() {
        String given = System.getenv("XDG_CACHE_HOME");
        Path root =
                given == null || given.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(given);
        return root.resolve("losslab");
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = ShimLibrary.class.getResourceAsStream("/dpdk-shim/" + name)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    private static String checksum(byte[] content) {
        MessageDigest digest = Sha256.begin();
        digest.update(System.getProperty("os.arch").getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest.digest(content), 0, 8);
    }
}
