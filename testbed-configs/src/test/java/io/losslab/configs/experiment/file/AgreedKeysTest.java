package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scheme whose frames its like alone can read runs at both ends of a link, set alike. */
class AgreedKeysTest {
    private static final String LEFT = "{links: chain, at: [Sa], ofc: {}}";

    @TempDir Path folder;

    @Test
    void ofcAtBothEndsOfSomeLinksIsFine() throws IOException {
        assertEquals(List.of(), problems("{links: chain, ofc: {}}"));
        assertEquals(
                List.of(),
                problems("{links: chain, ofc: {}}", "{links: host, pfc: {xoff: 75KB, xon: 45KB}}"));
    }

    @Test
    void ofcAtOneEndIsRefused() throws IOException {
        assertEquals(
                List.of("6:37 ofc runs at Sa:3, but not at Sb:1, where its frames go"),
                problems(LEFT));
    }

    @Test
    void endsThatNameFlowsOrPrioritiesOtherwiseAreRefused() throws IOException {
        assertEquals(
                List.of(
                        "6:37 flowKey of ofc is pair at Sa:3, but fiveTuple at Sb:1",
                        "7:41 flowKey of ofc is fiveTuple at Sb:1, but pair at Sa:3"),
                problems(LEFT, "{links: chain, at: [Sb, Sc], ofc: {flowKey: fiveTuple}}"));
        assertEquals(
                List.of(
                        "6:37 priorities of ofc is [3] at Sa:3, but [4] at Sb:1",
                        "7:41 priorities of ofc is [4] at Sb:1, but [3] at Sa:3"),
                problems(LEFT, "{links: chain, at: [Sb, Sc], ofc: {priorities: [4]}}"));
    }

    /** Place and message of what is wrong with rules, which begin in line 6. */
    private List<String> problems(String... rules) throws IOException {
        Path file = folder.resolve("ends.yaml");
        Files.writeString(
                file,
                """
                experiment: test/ends
                topology: ofc-chain
                duration: 1ms
                schemes:
                  ofc:
                    - %s
                traffic:
                  - {name: web, kind: permutation, from: all, to: all, size: 1KB, class: 3}
                """
                        .formatted(String.join("\n    - ", rules)));
        Problems problems = new Problems();
        new ExperimentLoader(new Library()).validate(file.toString(), List.of(), problems);
        return problems.list().stream().map(AgreedKeysTest::text).toList();
    }

    private static String text(Problem problem) {
        return problem.at().line() + ":" + problem.at().column() + " " + problem.message();
    }
}
