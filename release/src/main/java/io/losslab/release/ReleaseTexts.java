package io.losslab.release;

import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.session.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes what a release has in addition to the program: {@code manual/*.adoc}, a manual page for
 * each command; and {@code completion/losslab.bash} and {@code .zsh}.
 */
public final class ReleaseTexts {
    /** Between two lines of a description, not of a list. */
    private static final Pattern WRAPPED = Pattern.compile("(?<![:;.])\\R\\+\\R(?=\\S)");

    private final Path folder;

    private ReleaseTexts(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes all texts.
     *
     * @param args the folder to write to
     */
    public static void main(String[] args) throws IOException {
        ReleaseTexts texts = new ReleaseTexts(Path.of(args[0]));
        texts.writeManual();
        texts.writeCompletion("bash");
        texts.writeCompletion("zsh");
    }

    private void writeManual() throws IOException {
        Path manual = Files.createDirectories(folder.resolve("manual"));
        CommandLine command = command(System.out);
        boolean verbose = false;
        boolean overwrite = true;
        int exitCode =
                ManPageGenerator.generateManPage(
                        manual.toFile(),
                        null,
                        new boolean[] {verbose},
                        overwrite,
                        command.getCommandSpec());
        if (exitCode != 0) {
            throw new IOException("the manual pages were not written: exit code " + exitCode);
        }
        try (DirectoryStream<Path> pages = Files.newDirectoryStream(manual)) {
            for (Path page : pages) {
                Files.writeString(page, tidy(Files.readString(page)));
            }
        }
    }

    /**
     * Joins the lines of a description, which help wraps and the generator takes for paragraphs;
     * moves the sign before the value of an option that may be repeated out of the markup.
     */
    private static String tidy(String page) {
        String joined = WRAPPED.matcher(page).replaceAll("\n");
        return joined.replace("::\n  ", "::\n").replace("*_=", "*=_");
    }

    private void writeCompletion(String shell) throws IOException {
        ByteArrayOutputStream script = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(script, true, StandardCharsets.UTF_8);
        int exitCode = command(out).execute("completion", shell);
        if (exitCode != 0) {
            throw new IOException("losslab completion " + shell + " failed: exit code " + exitCode);
        }
        Path completion = Files.createDirectories(folder.resolve("completion"));
        Files.write(completion.resolve("losslab." + shell), script.toByteArray());
    }

    private static CommandLine command(PrintStream out) {
        return LosslabCommand.commandLine(
                new Console(out, System.err, false),
                () -> {
                    throw new IllegalStateException("nothing is run");
                });
    }
}
