package io.losslab.orchestrator.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a tree of its own, or as a release, with a Maven that takes no time and Javas
 * that are scripts: each prints its name and the text of the jar that it was given.
 */
class LauncherTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final List<String> OF_THE_USER = List.of("LOSSLAB_", "LC_", "LANG");

    /*
     * Creates the requested cache. If WAIT is set, it prints "started" and then blocks until the
     * file named by WAIT exists.
     */
    private static final String JAVA =
            """
            #!/bin/sh
            echo "$@" >>"$LOG"
            echo "${LC_ALL-unset}" >"$LOG.locale"
            for word; do
              case $word in
                -XX:ArchiveClassesAtExit=*) mode=archive; cache=${word#*=} ;;
                -XX:AOTConfiguration=*) seen=${word#*=} ;;
                -XX:AOTMode=*) mode=${word#*=} ;;
                -XX:AOTCache=*) cache=${word#*=} ;;
                *.jar) jar=$word ;;
              esac
            done
            if [ -n "${UNTRAINABLE:-}" ] && [ -n "${mode:-}" ]; then exit 1; fi
            if [ -n "${CTRL_C:-}" ] && [ -n "${mode:-}" ]; then
              trap 'exit 130' INT
              kill -INT 0
            fi
            case ${mode:-} in
              archive) echo classes >"$cache"; exit ;;
              record) echo seen >"$seen"; exit ;;
              create) cp "$seen" "$cache"; exit ;;
            esac
            if [ -n "${WAIT:-}" ]; then
              echo started
              while ! [ -e "$WAIT" ]; do sleep 0.02; done
            fi
            echo "$0 runs $(cat "$jar")"
            """;

    private static final String MAVEN =
            """
            #!/bin/sh
            echo build with "$JAVA_HOME" >>"$LOG"
            if [ -e broken ]; then echo "a broken line"; exit 1; fi
            for word; do
              case $word in -Dlosslab.lib=*) lib=${word#*=} ;; esac
            done
            cat one/src/main/Source >"$lib/one.jar"
            mkdir -p dpdk-host-agent/target
            echo agent >dpdk-host-agent/target/losslab-agent.tar.gz
            """;

    @TempDir private Path folder;

    private Path root;
    private Path log;

    @BeforeEach
    void plant() throws IOException {
        root = folder.resolve("tree");
        log = folder.resolve("log");
        Files.createDirectories(root.resolve("one/src/main"));
        Files.writeString(root.resolve("pom.xml"), "");
        Files.writeString(root.resolve("one/src/main/Source"), "first");
        Files.copy(
                Path.of("..").resolve("losslab"),
                root.resolve("losslab"),
                StandardCopyOption.COPY_ATTRIBUTES);
        script(Files.createDirectories(folder.resolve("bin")).resolve("mvn"), MAVEN);
        java("17.0.15", "17");
        // What is older than the build is part of it, to the clock tick of the file system.
        age(Instant.now().minusSeconds(60));
    }

    @Test
    void aRebuildLeavesWhatRunsItsFilesAndIsDeletedOnceNothingUsesIt() throws Exception {
        Path go = folder.resolve("go");
        Process running = start(List.of("WAIT=" + go), "run");
        awaitLine(running, "started");

        change("second");
        assertTrue(output(start(List.of(), "run")).endsWith("runs second\n"));
        assertEquals(2, builds().size(), "the running command's and the new one");

        Files.createFile(go);
        assertTrue(output(running).endsWith("runs first\n"));
        change("third");
        assertTrue(output(start(List.of(), "run")).endsWith("runs third\n"));
        assertEquals(1, builds().size(), "only the current one");
    }

    @Test
    void startsAtOnceBuildAndPrepareOnce() throws Exception {
        List<Process> starts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            starts.add(start(List.of(), "list"));
        }
        for (Process start : starts) {
            assertTrue(output(start).endsWith("runs first\n"));
        }
        List<String> logged = Files.readAllLines(log);
        assertEquals(1, count(logged, "build with "), logged.toString());
        assertEquals(1, count(logged, "ArchiveClassesAtExit"), logged.toString());
    }

    @Test
    void aBuildThatFailsLeavesTheOneBefore() throws Exception {
        output(start(List.of(), "list"));
        List<Path> before = builds();
        Files.createFile(root.resolve("broken"));
        change("second");
        Process failed = start(List.of(), "list");
        String said = output(failed);
        assertEquals(1, failed.exitValue(), said);
        assertTrue(said.contains("a broken line") && said.contains("the build failed"), said);
        assertEquals(before, builds());

        Files.delete(root.resolve("broken"));
        assertTrue(output(start(List.of(), "list")).endsWith("runs second\n"));
    }

    @Test
    void theNewestTestedJavaIsTakenUnlessOneIsChosen() throws Exception {
        Path old = java("1.8.0_402", "8");
        Path asked = java("21.0.4", "21");
        Path newest = java("25.0.3", "25");
        java("26-ea", "26");
        assertTrue(output(start(List.of(), "list")).contains(newest + "/bin/java runs"));
        assertReason(newest + ", newest from 17 to 25");
        assertTrue(
                output(start(List.of("JAVA_HOME=" + old), "list"))
                        .contains(newest + "/bin/java runs"),
                "one that is too old is none");

        output(start(List.of("JAVA_HOME=" + asked), "list"));
        assertReason(asked + ", JAVA_HOME");
        output(start(List.of("JAVA_HOME=" + newest, "LOSSLAB_JAVA=" + asked), "list"));
        assertReason(asked + ", LOSSLAB_JAVA");
        for (String version : List.of("21", "21.0.4")) {
            caught(List.of("JAVA_HOME=" + newest, "LOSSLAB_JAVA=" + version));
            assertReason(asked + ", LOSSLAB_JAVA");
        }
    }

    /** As jenv and asdf have it. */
    @Test
    void aScriptOnThePathIsAskedWhichJavaItStarts() throws Exception {
        Path chosen = java("21.0.4", "../versions/21");
        Path shims = Files.createDirectory(folder.resolve("shims"));
        script(
                shims.resolve("java"),
                "#!/bin/sh\necho '    java.home = %s' >&2\n".formatted(chosen));
        String path = "PATH=%s:%s:/usr/bin:/bin".formatted(shims, folder.resolve("bin"));
        output(start(List.of(path, "LOSSLAB_JVMS=" + folder.resolve("none")), "list"));
        assertReason(chosen + ", newest from 17 to 25");

        script(shims.resolve("java"), "#!/bin/sh\nexit 126\n");
        output(start(List.of(path), "list"));
        assertReason(folder.resolve("jvms/17") + ", newest from 17 to 25");
    }

    @Test
    void aJavaWithoutACompilerRunsWhatAnotherBuilds() throws Exception {
        Path jdk = folder.resolve("jvms/17");
        Path jre = java("25.0.3", "25");
        Files.delete(jre.resolve("bin/javac"));
        assertTrue(output(start(List.of(), "list")).contains(jre + "/bin/java runs"));
        assertTrue(Files.readAllLines(log).contains("build with " + jdk));
    }

    @Test
    void withoutAJavaThatWillDoItSaysWhatItFound() throws Exception {
        Files.delete(folder.resolve("jvms/17/bin/java"));
        Path old = java("11.0.2", "11");
        refused(
                List.of("PATH=" + toolsOnly()),
                "losslab: needs Java 17 or newer; found 11.0.2 in " + old + "\n");
        refused(
                List.of("LOSSLAB_JAVA=" + old),
                "losslab: LOSSLAB_JAVA: needs Java 17 or newer; " + old + " has 11.0.2\n");
        refused(
                List.of("LOSSLAB_JAVA=" + folder),
                "losslab: LOSSLAB_JAVA: there is no Java in " + folder + "\n");
        refused(
                List.of("LOSSLAB_JAVA=11"),
                "losslab: LOSSLAB_JAVA: needs Java 17 or newer, got 11\n");
    }

    @Test
    void eachJavaHasACacheOfItsKindThatIsMadeOnce() throws Exception {
        java("24.0.1", "24");
        String trained = caught(List.of());
        assertTrue(trained.matches("(?s).*-XX:AOTMode=record .*-XX:AOTMode=create .*"), trained);
        String again = caught(List.of());
        assertEquals(1, again.lines().count(), again);
        assertTrue(again.matches("(?s).*-XX:AOTCache=\\S+-jvms-24 .*"), again);
        assertFalse(again.contains("-XX:Tier2"), "its cache has no profiles");

        java("25.0.3", "25");
        caught(List.of());
        assertTrue(caught(List.of()).contains("-XX:Tier2"));

        List<String> older = List.of("LOSSLAB_JAVA=17");
        assertTrue(caught(older).contains("-XX:ArchiveClassesAtExit="));
        String olderAgain = caught(older);
        assertEquals(1, olderAgain.lines().count(), olderAgain);
        assertTrue(olderAgain.matches("(?s).*-XX:SharedArchiveFile=\\S+-jvms-17 .*"), olderAgain);
        assertFalse(olderAgain.contains("AOT"), olderAgain);
    }

    @Test
    void aCacheOfOtherJarsOrAnotherJavaOrThatIsCutOffIsMadeAnew() throws Exception {
        release();
        assertTrue(caught(List.of()).contains("ArchiveClassesAtExit"));
        assertFalse(caught(List.of()).contains("ArchiveClassesAtExit"));

        // As a release that is unpacked over another one, whose files have no later time.
        FileTime before = Files.getLastModifiedTime(root.resolve("lib/one.jar"));
        Files.writeString(root.resolve("lib/one.jar"), "another");
        Files.setLastModifiedTime(root.resolve("lib/one.jar"), before);
        assertTrue(caught(List.of()).contains("ArchiveClassesAtExit"));

        java("17.0.16", "17");
        assertTrue(caught(List.of()).contains("ArchiveClassesAtExit"));

        // Java would not survive one that was cut off.
        Files.writeString(root.resolve("cache").resolve(cacheName()), "");
        assertTrue(caught(List.of()).contains("ArchiveClassesAtExit"));
        assertFalse(caught(List.of()).contains("ArchiveClassesAtExit"));
    }

    @Test
    void filesAreNamedInUtf8WhateverTheLocale() throws Exception {
        assertEquals("C.UTF-8", localeOfJava(List.of()));
        assertEquals("C.UTF-8", localeOfJava(List.of("LC_ALL=C", "LANG=de_DE.UTF-8")));
        assertEquals("C.UTF-8", localeOfJava(List.of("LC_CTYPE=C", "LANG=de_DE.UTF-8")));
        assertEquals("C.UTF-8", localeOfJava(List.of("LANG=de_DE")));
        assertEquals("unset", localeOfJava(List.of("LANG=C.UTF-8")));
        assertEquals("unset", localeOfJava(List.of("LC_CTYPE=C.utf8", "LANG=C")));
        assertEquals("C.utf8", localeOfJava(List.of("LC_ALL=C.utf8", "LC_CTYPE=C")));
    }

    @Test
    void filesAreNamedInUtf8WhereTheLocaleIsNotInstalled() throws Exception {
        assertEquals("C.UTF-8", localeOfJava(List.of("LANG=xx_XX.UTF-8")));
        assertEquals("C.UTF-8", localeOfJava(List.of("LANG=C.UTF-8", "LC_NUMERIC=xx_XX.UTF-8")));
    }

    private String localeOfJava(List<String> environment) throws Exception {
        caught(environment);
        return Files.readString(Path.of(log + ".locale")).strip();
    }

    @Test
    void aReleaseThatCannotBeWrittenToHasItsCacheAtTheUsers() throws Exception {
        release();
        // A file where the folder would be: permissions do not keep root out.
        Files.createFile(root.resolve("cache"));
        caught(List.of());
        String again = caught(List.of());
        assertTrue(
                again.contains("-XX:SharedArchiveFile=" + folder.resolve("user-cache/losslab")),
                again);

        String none = caught(List.of("XDG_CACHE_HOME=" + root.resolve("cache")));
        assertEquals(1, none.lines().count(), none);
        assertFalse(none.contains("SharedArchiveFile"), none);

        String homeless = caught(List.of("env", "-u", "XDG_CACHE_HOME", "-u", "HOME"));
        assertEquals(1, homeless.lines().count(), homeless);
    }

    @Test
    void aJavaThatMakesNoCacheStartsWithoutAndIsNotAskedAgain() throws Exception {
        release();
        List<String> untrainable = List.of("UNTRAINABLE=1");
        assertTrue(output(start(untrainable, "list")).endsWith("runs released\n"));
        String again = caught(untrainable);
        assertEquals(1, again.lines().count(), again);
        assertFalse(again.contains("SharedArchiveFile"), again);

        Path refusal = root.resolve("cache").resolve(cacheName() + ".of");
        Files.setLastModifiedTime(
                refusal, FileTime.from(Instant.now().minus(25, ChronoUnit.HOURS)));
        assertTrue(caught(List.of()).contains("ArchiveClassesAtExit"), "a day later");
        assertTrue(caught(List.of()).contains("SharedArchiveFile"));
    }

    @Test
    void aFullDiskHasNoCacheAndIsNotTriedAtEveryStart() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root mounts a disk");
        release();
        Path cache = Files.createDirectory(root.resolve("cache"));
        mount("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", cache.toString());
        try {
            Files.write(cache.resolve("full"), new byte[4_096]);
            for (int start = 0; start < 2; start++) {
                String only = caught(List.of());
                assertEquals(1, only.lines().count(), only);
                assertFalse(only.contains("SharedArchiveFile"), only);
            }
            String said = output(start(List.of(), "list"));
            assertTrue(said.matches("\\S+ runs released\n"), said);
        } finally {
            mount("umount", cache.toString());
        }
    }

    private static void mount(String... command) throws Exception {
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
    }

    @Test
    void aFolderThatAClassPathCannotNameIsRefused() throws Exception {
        root = Files.move(root, root.resolveSibling("with:colon"));
        refused(List.of(), "cannot run in a folder with a colon in its path: ");
    }

    @Test
    void ctrlCWhileTheCacheIsMadeEndsTheCommandAndTheNextStartMakesIt() throws Exception {
        release();
        Process stopped = start(List.of("CTRL_C=1"), "list");
        String said = output(stopped);
        assertEquals(130, stopped.exitValue(), said);
        assertEquals(1, Files.readAllLines(log).size(), "the command is not run");
        try (Stream<Path> left = Files.list(root.resolve("cache"))) {
            assertEquals(
                    List.of(cacheName() + ".lock", cacheName() + ".log"),
                    left.map(file -> file.getFileName().toString()).sorted().toList());
        }
        assertTrue(caught(List.of()).contains("ArchiveClassesAtExit"));
        assertTrue(caught(List.of()).contains("SharedArchiveFile"));
    }

    /** Of the cache of Java 17. */
    private String cacheName() {
        return "java" + folder.resolve("jvms/17").toString().replace('/', '-');
    }

    @Test
    void aPathThatFoldersAreSearchedInChangesNothing() throws Exception {
        release();
        String started = caught(List.of("CDPATH=" + folder));
        assertTrue(started.contains(" -Dlosslab.launcher=" + root + "/losslab "), started);
    }

    @Test
    void aReleaseNamesItsCommitWhereItIsWhole() throws Exception {
        release();
        Files.writeString(root.resolve("commit"), "a1b2c3d\n2026-11-27T15:00:00Z\n");
        assertTrue(ran().contains(" -Dlosslab.commit=a1b2c3d -Dlosslab.commitDate=2026-11-27T15"));
        for (String cut : List.of("", "a1b2c3d\n")) {
            Files.writeString(root.resolve("commit"), cut);
            assertTrue(ran().contains(" -Dlosslab.commit= -Dlosslab.commitDate= "), cut);
        }
    }

    /** What Java was called with to run. */
    private String ran() throws Exception {
        Process process = start(List.of(), "run");
        String said = output(process);
        assertEquals(0, process.exitValue(), said);
        List<String> lines = Files.readAllLines(log);
        return lines.get(lines.size() - 1);
    }

    @Test
    void aFileSystemWithoutLocksHasItsBuildAndItsCacheAllTheSame() throws Exception {
        script(folder.resolve("bin/flock"), "#!/bin/sh\nexit 71\n");
        assertTrue(caught(List.of()).contains("ArchiveClassesAtExit"));
        assertTrue(caught(List.of()).contains("SharedArchiveFile"));
        change("second");
        assertTrue(output(start(List.of(), "list")).endsWith("runs second\n"));
        assertEquals(2, builds().size(), "none is deleted");
    }

    private void assertReason(String reason) throws IOException {
        List<String> lines = Files.readAllLines(log);
        String last = lines.get(lines.size() - 1);
        assertTrue(last.contains("-Dlosslab.java=" + reason + " "), last);
    }

    private void refused(List<String> environment, String message) throws Exception {
        Process process = start(environment, "list");
        String said = output(process);
        assertEquals(2, process.exitValue(), said);
        assertTrue(said.contains(message), said);
    }

    /** What Javas were called with in a start. */
    private String caught(List<String> environment) throws Exception {
        Files.deleteIfExists(log);
        Process process = start(environment, "list");
        String said = output(process);
        assertEquals(0, process.exitValue(), said);
        return Files.readString(log);
    }

    private static long count(List<String> lines, String part) {
        return lines.stream().filter(line -> line.contains(part)).count();
    }

    /** Makes the tree one that has its jars and no sources. */
    private void release() throws IOException {
        Files.createDirectories(root.resolve("lib"));
        Files.writeString(root.resolve("lib/one.jar"), "released");
    }

    private Path java(String version, String name) throws IOException {
        Path home = folder.resolve("jvms").resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        script(home.resolve("bin/java"), JAVA);
        script(home.resolve("bin/javac"), "");
        return home;
    }

    /** The tools that the launcher uses, and no Java. */
    private Path toolsOnly() throws IOException {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("bash", "env", "dirname", "readlink", "sed", "head", "find")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }
        return tools;
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertTrue(file.toFile().setExecutable(true));
    }

    /** Changes the source; the builds are made older, for the clock tick of the file system. */
    private void change(String source) throws IOException {
        Files.writeString(root.resolve("one/src/main/Source"), source);
        for (Path build : builds()) {
            Files.setLastModifiedTime(
                    build.resolve("built"), FileTime.from(Instant.now().minusSeconds(30)));
        }
    }

    private void age(Instant time) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each :
                    all.filter(path -> !path.startsWith(root.resolve(".build"))).toList()) {
                Files.setLastModifiedTime(each, FileTime.from(time));
            }
        }
    }

    private List<Path> builds() throws IOException {
        Path builds = root.resolve(".build");
        if (!Files.exists(builds)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(builds)) {
            return all.filter(path -> Files.isDirectory(path) && !Files.isSymbolicLink(path))
                    .sorted()
                    .toList();
        }
    }

    private Process start(List<String> environment, String verb) throws IOException {
        // In a group of its own, for signals as of Ctrl-C.
        List<String> command =
                new ArrayList<>(
                        List.of("setsid", "env", "--default-signal=INT", "-u", "JAVA_HOME"));
        command.add("LOG=" + log);
        command.add("LOSSLAB_JVMS=" + folder.resolve("jvms"));
        command.add("XDG_CACHE_HOME=" + folder.resolve("user-cache"));
        command.addAll(environment);
        command.add(folder.relativize(root.resolve("losslab")).toString());
        command.add(verb);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        // Neither the Maven nor a Java of this machine is found first.
        builder.environment()
                .put(
                        "PATH",
                        folder.resolve("bin")
                                + ":"
                                + folder.resolve("jvms/17/bin")
                                + ":/usr/bin:/bin");
        builder.environment()
                .keySet()
                .removeIf(name -> OF_THE_USER.stream().anyMatch(name::startsWith));
        return builder.start();
    }

    private static void awaitLine(Process process, String line) throws IOException {
        StringBuilder said = new StringBuilder();
        while (said.indexOf(line + "\n") < 0) {
            int next = process.getInputStream().read();
            assertTrue(next >= 0, () -> "ended early: " + said);
            said.append((char) next);
        }
    }

    private static String output(Process process) throws Exception {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), said);
        return said;
    }
}
