package io.losslab.configs.library;

import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The files that come with losslab: experiments, topologies, schemas. Thread safe. */
public final class Library {
    private static final String SUFFIX = ".yaml";

    private final String root;

    /** What it holds. */
    public enum Kind {
        EXPERIMENTS("experiments", "experiment"),
        TOPOLOGIES("topologies", "topology"),
        TESTBEDS("testbeds", "testbed");

        private final String folder;
        private final String noun;

        Kind(String folder, String noun) {
            this.folder = folder;
            this.noun = noun;
        }
    }

    /** The files of this version. */
    public Library() {
        this("losslab/");
    }

    /** Files below a folder of the class path, which ends in a slash. */
    public Library(String root) {
        this.root = root;
    }

    /** Text of a bundled file by its name, e.g. {@code bifrost/case-a}. */
    public Optional<String> text(Kind kind, String name) {
        return resource(kind.folder + "/" + name + SUFFIX);
    }

    /**
     * Text of a bundled file that a user asked for; where there is none, that is a problem.
     *
     * @param name neither a file nor bundled, in that case
     */
    public Optional<String> text(Kind kind, String name, Problems problems) {
        Optional<String> text = text(kind, name);
        if (text.isEmpty()) {
            List<String> known = names(kind);
            problems.add(
                    Problem.error(
                                    Position.ofFile(name),
                                    "",
                                    "there is no such file and no bundled %s of that name"
                                            .formatted(kind.noun))
                            .expecting("a .yaml file or one of " + String.join(", ", known))
                            .suggesting(Spelling.didYouMean(name, known)));
        }
        return text;
    }

    /** Name by which problems call a bundled file. */
    public String fileName(Kind kind, String name) {
        return kind.folder + "/" + name + SUFFIX;
    }

    /** Names of all bundled files of a kind, sorted. */
    public List<String> names(Kind kind) {
        URL folder = Library.class.getClassLoader().getResource(root + kind.folder);
        if (folder == null) {
            return List.of();
        }
        try {
            URI uri = folder.toURI();
            if (!uri.getScheme().equals("jar")) {
                return names(Path.of(uri));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return names(jar.getPath(root + kind.folder));
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the class path holds " + folder, e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        }
    }

    private Optional<String> resource(String path) {
        try (InputStream stream = Library.class.getClassLoader().getResourceAsStream(root + path)) {
            return stream == null
                    ? Optional.empty()
                    : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the bundled file " + path, e);
        }
    }
}
