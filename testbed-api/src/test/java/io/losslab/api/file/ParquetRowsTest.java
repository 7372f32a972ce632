package io.losslab.api.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParquetRowsTest {
    @Test
    void aPathIsNoPatternAndNamesNoColumn() {
        assertEquals(
                "read_parquet(['/group=web/run[[]1]/a[*][?]/o''clock.parquet'],"
                        + " hive_partitioning = false)",
                ParquetRows.of(Path.of("/group=web/run[1]/a*?/o'clock.parquet")));
        assertEquals(
                "read_parquet(['/a', '/b'], hive_partitioning = false)",
                ParquetRows.of(List.of(Path.of("/a"), Path.of("/b"))));
        assertEquals(
                "read_parquet(['/a'], hive_partitioning = false, file_row_number = true)",
                ParquetRows.numbered(Path.of("/a")));
    }

    @Test
    void aTildeIsNotTheHomeFolder() {
        Path here = Path.of("~r").toAbsolutePath();
        assertEquals(ParquetRows.of(here), ParquetRows.of(Path.of("~r")));
    }
}
