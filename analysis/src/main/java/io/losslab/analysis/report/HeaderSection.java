package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.Markup;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.run.CellFailure;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Top of the report: what ran, where and when, and whether it went well. */
final class HeaderSection {
    private final RunManifest manifest;
    private final Summary summary;
    private final List<ReportSection> sections;

    HeaderSection(RunManifest manifest, Summary summary, List<ReportSection> sections) {
        this.manifest = manifest;
        this.summary = summary;
        this.sections = sections;
    }

    String html() {
        StringBuilder html = new StringBuilder("<header>\n<div class=\"topline\"><span>");
        html.append(Markup.escape("losslab experiment " + manifest.experiment()))
                .append("</span><button id=\"theme\" type=\"button\" hidden=\"hidden\">")
                .append("Light or dark</button></div>\n<h1>")
                .append(Markup.escape(manifest.title()))
                .append("</h1>\n")
                .append(verdict())
                .append(warnings())
                .append("<dl class=\"facts\">\n");
        facts().forEach((name, value) -> html.append(fact(name, value)));
        return html.append("</dl>\n").append(contents()).append("</header>\n").toString();
    }

    private String verdict() {
        Map<String, Long> errors = countedErrors();
        Map<String, Long> checks = failedChecks();
        String progress =
                "%d of %d cells finished"
                        .formatted(summary.cells().size(), manifest.cells().size());
        if (!errors.isEmpty() || !checks.isEmpty()) {
            StringBuilder items = new StringBuilder();
            errors.forEach((error, cells) -> items.append(item(error, count(cells, "cell"))));
            checks.forEach(
                    (check, cells) ->
                            items.append(item(check, "failed in " + count(cells, "cell"))));
            return banner("bad", failureTitle(checks.size()), progress + ".<ul>" + items + "</ul>");
        }
        if (manifest.status() != RunStatus.COMPLETE) {
            return banner("warn", statusText(), progress + "; all of their checks passed.");
        }
        if (summary.cells().isEmpty()) {
            return banner("warn", "No cells", "Nothing was measured.");
        }
        long kinds =
                summary.cells().stream()
                        .flatMap(cell -> cell.checks().stream())
                        .map(Check::name)
                        .distinct()
                        .count();
        return banner(
                "good",
                "All checks passed",
                "%s in %s."
                        .formatted(count(kinds, "check"), count(summary.cells().size(), "cell")));
    }

    private String failureTitle(int checks) {
        List<String> parts = new ArrayList<>();
        if (!summary.failures().isEmpty()) {
            parts.add(count(summary.failures().size(), "cell") + " failed");
        }
        if (checks > 0) {
            parts.add(count(checks, "check") + " failed");
        }
        return String.join(", ", parts);
    }

    private static String item(String what, String where) {
        return "<li>%s: %s</li>\n".formatted(Markup.escape(what), where);
    }

    private String warnings() {
        if (summary.warnings().isEmpty()) {
            return "";
        }
        String items =
                summary.warnings().stream()
                        .map(warning -> "<li>" + Markup.escape(warning) + "</li>")
                        .collect(Collectors.joining("\n"));
        return banner(
                "warn", count(summary.warnings().size(), "warning"), "<ul>" + items + "</ul>");
    }

    /** In how many cells each error occurred. */
    private Map<String, Long> countedErrors() {
        return summary.failures().stream()
                .collect(
                        Collectors.groupingBy(
                                CellFailure::error, LinkedHashMap::new, Collectors.counting()));
    }

    private Map<String, Long> failedChecks() {
        return summary.cells().stream()
                .flatMap(cell -> cell.checks().stream())
                .filter(check -> !check.passed())
                .collect(Collectors.groupingBy(Check::name, TreeMap::new, Collectors.counting()));
    }

    private static String banner(String kind, String title, String text) {
        return "<div class=\"verdict %s\"><strong>%s</strong>%s</div>\n"
                .formatted(kind, title, text);
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private String statusText() {
        return switch (manifest.status()) {
            case RUNNING -> "Interrupted";
            case INTERRUPTED -> "Interrupted";
            case FAILED -> "Failed";
            case COMPLETE -> "Complete";
        };
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Status", statusText());
        facts.put("Backend", manifest.backend());
        facts.put("Started", moment(manifest.startedAt()));
        facts.put("Finished", moment(manifest.finishedAt()));
        facts.put("Cells", Integer.toString(manifest.cells().size()));
        facts.put("Scale", manifest.scale());
        facts.put("Seeds", joined(manifest.seeds()));
        if (manifest.source() != null) {
            facts.put(
                    "Reproduces",
                    "%s, figures %s"
                            .formatted(
                                    manifest.source().paper(),
                                    joined(manifest.source().figures())));
        }
        facts.put(
                "Versions",
                manifest.versions().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
        facts.put("Commit", manifest.commit());
        RunManifest.Machine machine = manifest.machine();
        if (machine != null) {
            facts.put(
                    "Machine",
                    "%s, %s, %s"
                            .formatted(
                                    machine.cpu(),
                                    count(machine.cores(), "core"),
                                    NumberText.gibibytes(machine.memoryBytes())));
            facts.put("System", "%s, Java %s".formatted(machine.os(), machine.java()));
        }
        facts.put("Work", work());
        facts.values().removeIf(value -> value == null || value.isBlank());
        return facts;
    }

    private String work() {
        double simulated = summary.cells().stream().mapToDouble(c -> c.simulatedSeconds()).sum();
        double wall = summary.cells().stream().mapToDouble(c -> c.wallSeconds()).sum();
        long hops = summary.cells().stream().mapToLong(c -> c.packetHops()).sum();
        return "%s million packet-hops, %s s of simulated time in %s s of wall-clock time, summed over cells"
                .formatted(
                        NumberText.plain((double) hops / 1e6),
                        NumberText.plain(simulated),
                        NumberText.plain(wall));
    }

    private static String moment(String iso) {
        return iso == null ? "" : iso.replaceFirst("T", " ").replaceFirst("\\.[0-9]+", "");
    }

    private static String joined(List<?> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String fact(String name, String value) {
        return "<div><dt>%s</dt><dd>%s</dd></div>\n".formatted(name, Markup.escape(value));
    }

    private String contents() {
        StringBuilder nav = new StringBuilder("<nav>\n");
        for (ReportSection section : sections) {
            if (section.id().equals(ReportWriter.FIGURES)) {
                manifest.figures()
                        .forEach(
                                figure ->
                                        nav.append(link("figure-" + figure.id(), figure.title())));
            } else {
                nav.append(link(section.id(), section.title()));
            }
        }
        return nav.append("</nav>\n").toString();
    }

    private static String link(String id, String title) {
        return "<a href=\"#%s\">%s</a>\n".formatted(Markup.escape(id), Markup.escape(title));
    }
}
