package io.losslab.orchestrator.backend.agents;

import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.orchestrator.ssh.AgentArchive;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;

/** Finds the agent's archive: next to the jars of the program, or where a property says. */
public final class AgentArchiveFile {
    private static final String NAME = "losslab-agent.tar.gz";
    private static final String PROPERTY = "losslab.agent";

    private AgentArchiveFile() {}

    /**
     * The archive.
     *
     * @throws CommandFailure where it is not there
     */
    public static AgentArchive find() {
        Path file =
                Optional.ofNullable(System.getProperty(PROPERTY))
                        .map(Path::of)
                        .orElseGet(AgentArchiveFile::besideTheProgram);
        if (!Files.isRegularFile(file)) {
            throw CommandFailure.usage(
                    "the host agent's archive was not found: %s".formatted(file),
                    "build it with 'mvn -pl dpdk-host-agent -am package', or set its path with LOSSLAB_JAVA_OPTS=-D%s=FILE"
                            .formatted(PROPERTY));
        }
        return AgentArchive.of(file);
    }

    private static Path besideTheProgram() {
        CodeSource source = AgentArchiveFile.class.getProtectionDomain().getCodeSource();
        try {
            Path jar = Path.of(source.getLocation().toURI());
            return jar.getParent().resolveSibling(NAME);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(
                    "the location of the program has no file system path", e);
        }
    }
}
