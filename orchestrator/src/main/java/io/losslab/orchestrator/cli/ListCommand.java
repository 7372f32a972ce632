package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.analysis.report.AlignedText;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.language.Section;
import io.losslab.configs.library.Library;
import io.losslab.configs.scheme.NamedSettings;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.traffic.TrafficSections;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.session.Console;
import io.losslab.traffic.size.BundledWorkloads;
import io.losslab.traffic.size.SizeDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code losslab list}: prints what can be named in experiments. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List schemes, topologies, workloads, experiments, or testbeds.")
final class ListCommand implements Callable<Integer> {
    /** What can be listed. */
    enum What {
        SCHEMES,
        TOPOLOGIES,
        WORKLOADS,
        EXPERIMENTS,
        TESTBEDS
    }

    private final ExperimentLoader loader;
    private final Library library;
    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "WHAT",
            description = {
                "What to list: schemes, topologies, workloads,",
                "experiments, or testbeds."
            })
    private What what;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = {
                "With 'schemes': list the keys of this scheme,",
                "loss recovery, or congestion control."
            })
    private String name;

    @Mixin private FormatOption format;

    ListCommand(ExperimentLoader loader, Library library, Console console) {
        this.loader = loader;
        this.library = library;
        this.console = console;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        if (name != null) {
            return printKeys();
        }
        List<Entry> entries =
                switch (what) {
                    case SCHEMES -> schemes();
                    case WORKLOADS -> workloads();
                    case TOPOLOGIES -> bundled(Library.Kind.TOPOLOGIES);
                    case EXPERIMENTS -> bundled(Library.Kind.EXPERIMENTS);
                    case TESTBEDS -> bundled(Library.Kind.TESTBEDS);
                };
        if (format.isJson()) {
            console.out().println(new ObjectMapper().writeValueAsString(Map.of("rows", entries)));
            return ExitCode.OK;
        }
        List<List<String>> rows =
                entries.stream().map(entry -> List.of(entry.name(), entry.title())).toList();
        console.out().print(AlignedText.of(rows).indent(-2));
        return ExitCode.OK;
    }

    private List<Entry> schemes() {
        return SchemeCatalog.standard().schemes().stream()
                .map(scheme -> new Entry(scheme.name(), scheme.title()))
                .toList();
    }

    /** Kinds of traffic, then distributions of sizes. */
    private static List<Entry> workloads() {
        List<Entry> entries = new ArrayList<>();
        for (Section kind : TrafficSections.GROUP.kinds()) {
            entries.add(new Entry(kind.name(), kind.meaning()));
        }
        for (String name : BundledWorkloads.names()) {
            SizeDistribution sizes = BundledWorkloads.find(name).orElseThrow();
            entries.add(new Entry(name, "Distribution of sizes: " + sizes.source()));
        }
        return entries;
    }

    private int printKeys() throws JsonProcessingException {
        SchemeCatalog catalog = SchemeCatalog.standard();
        List<String> known = catalog.named().stream().map(NamedSettings::name).toList();
        Optional<NamedSettings> named =
                catalog.named().stream()
                        .filter(one -> what == What.SCHEMES && one.name().equals(name))
                        .findFirst();
        if (named.isEmpty()) {
            throw CommandFailure.usage(
                    "there is no scheme, loss recovery, or congestion control '%s'".formatted(name),
                    "there are " + String.join(", ", known));
        }
        List<Setting> settings = named.get().settings();
        if (format.isJson()) {
            console.out().println(new ObjectMapper().writeValueAsString(Map.of("rows", settings)));
            return ExitCode.OK;
        }
        console.out().printf("%s: %s%n", name, named.get().title());
        for (Setting setting : settings) {
            String values =
                    setting.choices().isEmpty()
                            ? setting.kind().name().toLowerCase(Locale.ROOT)
                            : String.join("|", setting.choices());
            String otherwise = setting.required() ? "-" : setting.otherwise();
            console.out()
                    .printf(
                            "  %-20s %-20s %-10s %s%n",
                            setting.key(), values, otherwise, setting.meaning());
        }
        return ExitCode.OK;
    }

    private List<Entry> bundled(Library.Kind kind) {
        return library.names(kind).stream()
                .map(name -> new Entry(name, loader.title(kind, name)))
                .toList();
    }

    private record Entry(String name, String title) {}
}
