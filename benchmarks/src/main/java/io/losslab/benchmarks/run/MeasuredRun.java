package io.losslab.benchmarks.run;

import java.util.ArrayList;
import java.util.List;

/**
 * A run that is measured.
 *
 * @param name as it is chosen and reported
 * @param arguments of {@code losslab run}
 * @param caseA whether its traffic is that of Bifrost's case A, otherwise of the fat-tree
 */
public record MeasuredRun(String name, List<String> arguments, boolean caseA) {
    private static final String FAT_TREE = "benchmark/fat-tree";
    private static final String CASE_A = "bifrost/case-a";
    private static final List<String> CASE_A_128 =
            List.of(
                    CASE_A,
                    "--seed",
                    "1",
                    "--set",
                    "size=1MB",
                    "--set",
                    "flows=128",
                    "--jobs",
                    "1");

    public MeasuredRun {
        arguments = List.copyOf(arguments);
    }

    /** All of them, in the order they are reported. */
    public static List<MeasuredRun> all() {
        return List.of(
                fatTree("1M", 8, "1MB"),
                fatTree("6M", 8, "6MB"),
                fatTree("30M", 8, "30MB"),
                fatTree("300M", 8, "300MB"),
                fatTree("k16", 16, "1MB"),
                new MeasuredRun("case-a", List.of(CASE_A), true),
                new MeasuredRun("case-a-128", CASE_A_128, true));
    }

    /** The same on so many threads for each cell. */
    public MeasuredRun on(int threads) {
        List<String> words = new ArrayList<>(arguments);
        words.addAll(List.of("--threads", Integer.toString(threads)));
        return new MeasuredRun(name + " on " + threads, words, caseA);
    }

    private static MeasuredRun fatTree(String name, int k, String size) {
        return new MeasuredRun(
                name, List.of(FAT_TREE, "--set", "k=" + k, "--set", "size=" + size), false);
    }
}
