package io.losslab.orchestrator.cli;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.template.ExperimentTemplate;
import io.losslab.configs.library.Library;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.yaml.Spelling;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.failure.FileFailure;
import io.losslab.orchestrator.cli.option.BundledExperiments;
import io.losslab.orchestrator.session.CommandWords;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab new}: writes an experiment file that starts as a bundled experiment. */
@Command(
        name = "new",
        mixinStandardHelpOptions = true,
        description = "Write a commented experiment file of your own that starts as a bundled one.",
        footer = {"", "Example: losslab new my-test --from bifrost/case-a"})
final class NewCommand implements Callable<Integer> {
    private static final String SUFFIX = ".yaml";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private final Library library;
    private final Console console;

    @Parameters(
            paramLabel = "NAME",
            description = {"Name of the experiment; it is written to", "NAME.yaml."})
    private Path name;

    @Option(
            names = "--from",
            required = true,
            paramLabel = "EXPERIMENT",
            completionCandidates = BundledExperiments.class,
            description = {
                "The bundled experiment to start from",
                "(see 'losslab list experiments')."
            })
    private String from;

    NewCommand(Library library, Console console) {
        this.library = library;
        this.console = console;
    }

    @Override
    public Integer call() {
        Path file =
                name.toString().endsWith(SUFFIX)
                        ? name
                        : name.resolveSibling(name.getFileName() + SUFFIX);
        String plain = file.getFileName().toString();
        String experiment = plain.substring(0, plain.length() - SUFFIX.length());
        if (!NAME.matcher(experiment).matches() || experiment.length() > Experiment.LONGEST_NAME) {
            throw CommandFailure.usage(
                    "'%s' is no name of an experiment".formatted(experiment),
                    "a name has 1 to %d letters, digits, '.', '_', and '-', such as my-test"
                            .formatted(Experiment.LONGEST_NAME));
        }
        String text =
                new ExperimentTemplate(library, SchemeCatalog.standard())
                        .text(from, experiment)
                        .orElseThrow(this::unknown);
        write(file, text);
        console.out().printf("wrote %s, made from %s%n", file, from);
        console.out().printf("  losslab validate %s%n", CommandWords.quoted(file));
        console.out().printf("  losslab run %s%n", CommandWords.quoted(file));
        return ExitCode.OK;
    }

    private CommandFailure unknown() {
        String similar = Spelling.didYouMean(from, library.names(Library.Kind.EXPERIMENTS));
        return CommandFailure.usage(
                "there is no bundled experiment '%s'".formatted(from),
                similar.isEmpty() ? "'losslab list experiments' lists them" : similar);
    }

    private static void write(Path file, String text) {
        try {
            Files.write(file, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw CommandFailure.usage(
                    "%s exists already and is not overwritten".formatted(file),
                    "choose another name, or delete the file first");
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "cannot write the experiment: " + FileFailure.reason(e),
                    "name a file in a directory that exists and can be written",
                    e);
        }
    }
}
