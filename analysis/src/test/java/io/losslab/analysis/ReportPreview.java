package io.losslab.analysis;

import io.losslab.analysis.report.TextTable;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.Check;
import java.nio.file.Path;

/** Writes reports to look at: {@code ReportPreview DIR}. */
final class ReportPreview {
    private ReportPreview() {}

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        preview(new SyntheticRun(directory.resolve("case-a")));
        preview(
                new SyntheticRun(directory.resolve("case-c"), SyntheticTopologies.caseC())
                        .failing(41, new Check("no drop", false, "17 packets at N port 1")));
        preview(
                new SyntheticRun(directory.resolve("fat-tree-4"), SyntheticTopologies.fatTree(4))
                        .interruptedWithout(30));
        preview(new SyntheticRun(directory.resolve("fat-tree-8"), SyntheticTopologies.fatTree(8)));
        Path first = directory.resolve("case-a");
        System.out.print(TextTable.render(RunManifest.read(first), RunAnalysis.summarise(first)));
    }

    private static void preview(SyntheticRun run) throws Exception {
        Path made = run.make();
        RunAnalysis.summarise(made);
        System.out.println(RunAnalysis.report(made));
    }
}
