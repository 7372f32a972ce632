package io.losslab.orchestrator.cli.list;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.analysis.report.AlignedText;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import io.losslab.configs.library.Library;
import io.losslab.configs.scheme.NamedSettings;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.traffic.TrafficSections;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Spelling;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.session.Console;
import io.losslab.traffic.size.BundledWorkloads;
import io.losslab.traffic.size.SizeDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code losslab list}: prints what can be named in experiments, or what one of these is. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List what experiment files can name, or show one of it.",
        footer = {
            "",
            "Examples: losslab list experiments",
            "          losslab list experiments bifrost/case-a",
            "          losslab list schemes pfc"
        })
public final class ListCommand implements Callable<Integer> {
    private final ExperimentLoader loader;
    private final Library library;
    private final Console console;
    private final SchemeCatalog catalog = SchemeCatalog.standard();

    @Parameters(
            index = "0",
            paramLabel = "WHAT",
            converter = Listed.Reader.class,
            description = {
                "What to list: schemes, recoveries,",
                "congestion-controls, topologies, workloads,",
                "experiments, or testbeds."
            })
    private Listed what;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = {
                "Show one of them: the keys of a scheme or of a",
                "kind of traffic, an experiment's sweeps and",
                "figures, the file of a topology or testbed."
            })
    private String name;

    @Mixin private FormatOption format;

    public ListCommand(ExperimentLoader loader, Library library, Console console) {
        this.loader = loader;
        this.library = library;
        this.console = console;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        return name == null ? list() : show();
    }

    private int list() throws JsonProcessingException {
        List<Entry> entries =
                switch (what) {
                    case SCHEMES ->
                            catalog.schemes().stream()
                                    .map(scheme -> new Entry(scheme.name(), scheme.title()))
                                    .toList();
                    case RECOVERIES -> titles(catalog.recoveries());
                    case CONGESTION_CONTROLS -> titles(catalog.congestionControls());
                    case WORKLOADS -> workloads();
                    case TOPOLOGIES -> bundled(Library.Kind.TOPOLOGIES);
                    case EXPERIMENTS -> bundled(Library.Kind.EXPERIMENTS);
                    case TESTBEDS -> bundled(Library.Kind.TESTBEDS);
                };
        if (format.isJson()) {
            return printJson(entries);
        }
        List<List<String>> rows =
                entries.stream().map(entry -> List.of(entry.name(), entry.title())).toList();
        console.out().print(AlignedText.of(rows).indent(-2));
        return ExitCode.OK;
    }

    private static List<Entry> titles(List<NamedSettings> named) {
        return named.stream().map(one -> new Entry(one.name(), one.title())).toList();
    }

    /** Kinds of traffic, then distributions of sizes. */
    private static List<Entry> workloads() {
        List<Entry> entries = new ArrayList<>();
        for (Section kind : TrafficSections.GROUP.kinds()) {
            entries.add(new Entry(kind.name(), kind.meaning()));
        }
        for (String workload : BundledWorkloads.names()) {
            SizeDistribution sizes = BundledWorkloads.find(workload).orElseThrow();
            entries.add(new Entry(workload, "Distribution of sizes: " + sizes.source()));
        }
        return entries;
    }

    private List<Entry> bundled(Library.Kind kind) {
        return library.names(kind).stream()
                .map(file -> new Entry(file, loader.title(kind, file)))
                .toList();
    }

    private int show() throws JsonProcessingException {
        return switch (what) {
            case SCHEMES, RECOVERIES, CONGESTION_CONTROLS -> showSettings();
            case WORKLOADS -> showWorkload();
            case EXPERIMENTS -> showExperiment();
            case TOPOLOGIES -> showFile(Library.Kind.TOPOLOGIES);
            case TESTBEDS -> showFile(Library.Kind.TESTBEDS);
        };
    }

    private int showSettings() throws JsonProcessingException {
        NamedSettings named =
                catalog.named().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        unknown(
                                                "scheme, loss recovery, or congestion control",
                                                catalog.named().stream()
                                                        .map(NamedSettings::name)
                                                        .toList()));
        if (format.isJson()) {
            return printJson(named.settings());
        }
        console.out().printf("%s: %s%n", name, named.title());
        console.out().print(KeyRow.table(named.settings().stream().map(KeyRow::of).toList()));
        return ExitCode.OK;
    }

    private int showWorkload() throws JsonProcessingException {
        Optional<SizeDistribution> sizes = BundledWorkloads.find(name);
        if (sizes.isPresent()) {
            return showSizes(sizes.get());
        }
        Section kind =
                TrafficSections.GROUP.kinds().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        unknown(
                                                "kind of traffic and no distribution of sizes",
                                                workloads().stream().map(Entry::name).toList()));
        Stream<Key<?>> keys =
                Stream.concat(kind.keys().stream(), TrafficSections.GROUP.keys().stream());
        List<KeyRow> rows = keys.map(KeyRow::of).toList();
        if (format.isJson()) {
            return printJson(rows);
        }
        console.out().printf("%s: %s%n", name, kind.meaning());
        console.out().print(KeyRow.table(rows));
        return ExitCode.OK;
    }

    private int showSizes(SizeDistribution sizes) throws JsonProcessingException {
        List<Quantile> quantiles =
                Stream.of(0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0)
                        .map(share -> new Quantile(share, sizes.quantile(share)))
                        .toList();
        if (format.isJson()) {
            return printJson(quantiles);
        }
        console.out().printf("%s%n%s%n", sizes.describe(), sizes.source());
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("messages of at most", "share"));
        quantiles.forEach(
                one ->
                        rows.add(
                                List.of(
                                        "%,d B".formatted(one.bytes()),
                                        "%.1f%%".formatted(100 * one.share()))));
        console.out().print(AlignedText.of(rows, 0));
        return ExitCode.OK;
    }

    private int showExperiment() throws JsonProcessingException {
        Problems problems = new Problems();
        Optional<Experiment> experiment = loader.load(name, List.of(), problems);
        if (experiment.isEmpty()) {
            console.err().print(ProblemPrinter.print(problems));
            return ExitCode.USAGE;
        }
        ExperimentSheet sheet = ExperimentSheet.of(experiment.get(), loader.scales(name));
        if (format.isJson()) {
            console.out().print(FormatOption.pretty(sheet));
        } else {
            console.out().print(sheet.text(name));
        }
        return ExitCode.OK;
    }

    private int showFile(Library.Kind kind) throws JsonProcessingException {
        String text =
                library.text(kind, name)
                        .orElseThrow(() -> unknown("bundled " + kind.noun(), library.names(kind)));
        if (format.isJson()) {
            return printJson(List.of(new Entry(name, text)));
        }
        console.out().println(text.stripTrailing());
        return ExitCode.OK;
    }

    private CommandFailure unknown(String noun, List<String> known) {
        String similar = Spelling.didYouMean(name, known);
        return CommandFailure.usage(
                "there is no %s '%s'".formatted(noun, name),
                (similar.isEmpty() ? "" : similar + " ") + "there are " + String.join(", ", known));
    }

    private int printJson(List<?> rows) throws JsonProcessingException {
        console.out().println(new ObjectMapper().writeValueAsString(Map.of("rows", rows)));
        return ExitCode.OK;
    }

    private record Entry(String name, String title) {}

    /**
     * A point of a distribution.
     *
     * @param share of all messages, 0..1
     * @param bytes that these do not exceed
     */
    private record Quantile(double share, long bytes) {}
}
