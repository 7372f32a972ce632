package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentedFilesTest {
    private static final Pattern BLOCK =
            Pattern.compile("```yaml\n((?:topology|experiment):.*?)```", Pattern.DOTALL);

    @Test
    void wholeFilesOfTheDocumentationAreValid(@TempDir Path folder) throws IOException {
        String text = Files.readString(Path.of("../docs/experiment-files.md"));
        List<String> blocks = BLOCK.matcher(text).results().map(match -> match.group(1)).toList();
        assertEquals(3, blocks.size());
        for (String block : blocks) {
            Path file = folder.resolve("documented.yaml");
            Files.writeString(file, block);
            Problems problems = new Problems();
            new ExperimentLoader(new Library()).validate(file.toString(), List.of(), problems);
            assertEquals(List.of(), problems.list());
        }
    }
}
