package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostValuesTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "congestionControl | dcqcn: {g: 5} | dcqcn.g",
                "congestionControl | dcqcn: {rateAi: 1Gbps, alphaInterval: 0ns} | dcqcn.alphaInterval",
                "congestionControl | timely: {tLow: 2ms, tHigh: 1ms} | timely.tHigh",
                "congestionControl | timely: {tLow: 900ms} | timely",
                "congestionControl | dcqcn: {fastRecoverySteps: 99999999999} | dcqcn.fastRecoverySteps",
                "recovery | irn: {rtoLow: 2ms, rtoHigh: 1ms} | irn.rtoLow",
                "recovery | irn: {cap: 99999999} | irn.cap",
            })
    void aValueOutOfRangeIsOneErrorAtItsKeyHoweverManySchemesThereAre(
            String key, String value, String blamed) throws IOException {
        Path file = folder.resolve("values.yaml");
        Files.writeString(
                file,
                """
                experiment: values
                topology: bifrost-case-a
                duration: 10ms
                hosts: {%s: {%s}}
                schemes: {none: [], pfc: [{links: longHaul, pfc: {xoff: 6MB}}]}
                traffic: []
                """
                        .formatted(key, value));
        Problems problems = new Problems();
        new ExperimentLoader(new Library()).validate(file.toString(), List.of(), problems);
        List<Problem> errors = problems.list().stream().filter(Problem::isError).toList();
        assertEquals(1, errors.size(), problems.list()::toString);
        assertEquals("hosts.%s.%s".formatted(key, blamed), errors.get(0).field());
        assertEquals(4, errors.get(0).at().line());
    }
}
