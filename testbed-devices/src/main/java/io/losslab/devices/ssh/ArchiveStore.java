package io.losslab.devices.ssh;

import java.util.UUID;

/**
 * The agent's archives on a host, unpacked below {@code ~/.cache/losslab}, each in a directory that
 * its SHA-256 names. A directory appears only when all of it is there, so one that was cut off is
 * never used, and two that place the same archive do not harm each other.
 */
public final class ArchiveStore {
    private static final String FOLDER = ".cache/losslab/agents";

    private final HostConnection host;

    /** The store of a host. */
    public ArchiveStore(HostConnection host) {
        this.host = host;
    }

    /**
     * Where an archive is now.
     *
     * @param directory it is unpacked in
     * @param uploaded false: it was there already
     */
    public record Placed(String directory, boolean uploaded) {}

    /**
     * Sees to it that an archive is on the host.
     *
     * @throws io.losslab.devices.failure.CommandFailure where that cannot be
     */
    public Placed place(AgentArchive archive) {
        String folder =
                host.require(
                        "create a directory for the agent",
                        "d=\"$HOME\"/%s && mkdir -p \"$d\" && printf %%s \"$d\"".formatted(FOLDER));
        String directory = folder + "/" + archive.sha256();
        if (host.run("test -d " + ShellWords.quoted(directory)).succeeded()) {
            return new Placed(directory, false);
        }
        String upload = folder + "/upload-" + UUID.randomUUID();
        try {
            host.copy(archive.file(), upload + ".tar.gz");
            host.require("unpack the agent", unpacking(archive, upload, directory));
        } finally {
            host.run("rm -rf " + ShellWords.quoted(upload) + "*");
        }
        return new Placed(directory, true);
    }

    private static String unpacking(AgentArchive archive, String upload, String directory) {
        return """
                set -e
                u=%s d=%s
                echo '%s  '"$u.tar.gz" | sha256sum --check --quiet --strict -
                mkdir -p "$u"
                tar -xzf "$u.tar.gz" -C "$u"
                mv -T "$u" "$d" 2>/dev/null || test -d "$d"
                """
                .formatted(
                        ShellWords.quoted(upload), ShellWords.quoted(directory), archive.sha256());
    }
}
