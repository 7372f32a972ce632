package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.analysis.comparison.Comparison;
import io.losslab.analysis.report.ComparisonText;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.failure.FileFailure;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab compare}: one metric of one or several runs, side by side. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = "Compare a metric within a run or between runs; seeds are pooled.",
        footer = {
            "",
            "Seeds are pooled to a mean with its 95 %% confidence interval. Changes are",
            "from the first line of a block, paired by seed: with their interval, the",
            "effect size (Hedges' g of the paired differences), and how many more seeds",
            "an interval that excludes no change would probably take.",
            "",
            "Examples:",
            "  losslab compare results/case-a --by scheme --metric fct.p99",
            "  losslab compare results/one results/two --by run --metric goodputGbps",
            "  losslab compare results/live results/live/virtual --by backend"
        })
final class CompareCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Results directories.")
    private List<Path> directories;

    @Option(
            names = "--by",
            paramLabel = "PARAMETER",
            defaultValue = "scheme",
            description = {
                "What to compare by: a parameter of the cells,",
                "'run', or 'backend' (default: scheme)."
            })
    private String by;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            defaultValue = "fct.p99",
            description = {
                "Metric to compare, such as fct.mean",
                "or goodputGbps (default: fct.p99)."
            })
    private String metric;

    @Mixin private FormatOption format;

    CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Comparison comparison = comparison();
        console.out()
                .print(
                        format.isJson()
                                ? json(comparison) + "\n"
                                : ComparisonText.render(comparison));
        return ExitCode.OK;
    }

    private Comparison comparison() {
        Map<String, Summary> runs = new LinkedHashMap<>();
        for (Path directory : directories) {
            try {
                runs.put(directory.toString(), Summary.read(directory));
            } catch (IOException e) {
                throw CommandFailure.usage(
                        "%s contains no results: %s".formatted(directory, FileFailure.reason(e)),
                        "expected the results directory of a run");
            }
        }
        Comparison comparison;
        try {
            comparison = Comparison.of(by, Metric.parse(metric), runs);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e.getMessage(), "");
        }
        if (comparison.rows().isEmpty()) {
            throw MissingMetric.failure(comparison.metric(), runs.values());
        }
        return comparison;
    }

    private static String json(Comparison comparison) {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        root.put("metric", comparison.metric().name()).put("by", comparison.by());
        ArrayNode rows = root.putArray("rows");
        for (Comparison.Row row : comparison.rows()) {
            ObjectNode node = rows.addObject();
            node.set("where", mapper.valueToTree(row.where()));
            node.put("group", row.group());
            node.set("values", mapper.valueToTree(row.byValue()));
            node.set("changes", mapper.valueToTree(row.changes()));
            node.set("unfinished", mapper.valueToTree(row.unfinished()));
        }
        return root.toString();
    }
}
