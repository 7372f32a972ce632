package io.losslab.configs.library;

import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.YamlDocument;
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

        /** What one of them is. */
        public String noun() {
            return noun;
        }

        private String file(String name) {
            return folder + "/" + name + SUFFIX;
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

    /**
     * A file that was found.
     *
     * @param folder that names in it start from; empty for a bundled one
     */
    public record Found(YamlDocument document, Optional<Path> folder) {}

    /** A bundled file by its name, e.g. {@code bifrost/case-a}; empty where there is none. */
    public Optional<YamlDocument> bundled(Kind kind, String name, Problems problems) {
        return text(kind, name)
                .flatMap(text -> YamlDocument.parse(kind.file(name), text, problems));
    }

    /** A bundled file as written, comments included; empty where there is none. */
    public Optional<String> text(Kind kind, String name) {
        return resource(kind.file(name));
    }

    /**
     * A file that a user asked for; empty, and reported, where there is none or it is no YAML.
     *
     * @param nameOrFile a bundled name, or a file
     */
    public Optional<Found> find(Kind kind, String nameOrFile, Problems problems) {
        if (isFile(nameOrFile)) {
            Path folder = Optional.ofNullable(Path.of(nameOrFile).getParent()).orElse(Path.of(""));
            return YamlDocument.read(Path.of(nameOrFile), nameOrFile, problems)
                    .map(document -> new Found(document, Optional.of(folder)));
        }
        List<String> known = names(kind);
        if (!known.contains(nameOrFile)) {
            problems.add(
                    Problem.error(
                                    Position.ofFile(nameOrFile),
                                    "",
                                    "there is no such file and no bundled %s of that name"
                                            .formatted(kind.noun))
                            .expecting("a .yaml file or one of " + String.join(", ", known))
                            .suggesting(Spelling.didYouMean(nameOrFile, known)));
        }
        return bundled(kind, nameOrFile, problems)
                .map(document -> new Found(document, Optional.empty()));
    }

    /** Whether a name is that of a file; others are bundled names. */
    public static boolean isFile(String name) {
        return name.endsWith(".yaml")
                || name.endsWith(".yml")
                || name.startsWith("/")
                || name.startsWith("./")
                || name.startsWith("../")
                || Files.isRegularFile(Path.of(name));
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
