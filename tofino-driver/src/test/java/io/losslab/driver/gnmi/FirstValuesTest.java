package io.losslab.driver.gnmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FirstValuesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long LONG = 3_600_000_000_000L;

    @Test
    void repeatsOfWhatIsThereDoNotProlongTheWaitForWhatIsMissing() {
        FirstValues values = new FirstValues(List.of("/there", "/missing"));
        BooleanSupplier repeating =
                () -> {
                    values.take(List.of(value("/there")));
                    return false;
                };
        List<GnmiUpdate> found =
                assertTimeoutPreemptively(
                        PATIENCE, () -> values.await(LONG, 100_000_000, repeating));
        assertEquals(List.of("/there"), found.stream().map(GnmiUpdate::path).toList());
    }

    @Test
    void theWholeWaitIsBounded() {
        List<String> wanted = IntStream.range(0, 100_000).mapToObj(i -> "/leaf" + i).toList();
        FirstValues values = new FirstValues(wanted);
        AtomicInteger next = new AtomicInteger();
        BooleanSupplier slow =
                () -> {
                    values.take(List.of(value("/leaf" + next.getAndIncrement())));
                    return false;
                };
        int found =
                assertTimeoutPreemptively(
                        PATIENCE, () -> values.await(200_000_000, LONG, slow).size());
        assertTrue(found > 0 && found < wanted.size(), () -> found + " values");
    }

    private static GnmiUpdate value(String path) {
        return new GnmiUpdate(5, path, 1L);
    }
}
