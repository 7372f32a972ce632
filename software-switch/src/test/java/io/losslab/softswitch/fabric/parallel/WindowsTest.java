package io.losslab.softswitch.fabric.parallel;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WindowsTest {
    private static final String NAME = "windows-test";

    /** Whether it runs on the caller's thread or on one of its own. */
    @Test
    void whatAPartThrowsComesThroughAsItIs() {
        OutOfMemoryError full = new OutOfMemoryError("Java heap space");
        IllegalArgumentException wrong = new IllegalArgumentException("no such queue");
        Runnable throwing =
                () -> {
                    throw full;
                };
        Runnable refusing =
                () -> {
                    throw wrong;
                };
        assertSame(full, assertThrows(Error.class, () -> run(WindowsTest::goOn, throwing)));
        assertSame(full, assertThrows(Error.class, () -> run(throwing, WindowsTest::goOn)));
        assertSame(
                wrong,
                assertThrows(RuntimeException.class, () -> run(WindowsTest::goOn, refusing)));
        assertSame(
                wrong,
                assertThrows(RuntimeException.class, () -> run(refusing, WindowsTest::goOn)));
    }

    /** They would keep the network in memory. */
    @Test
    void threadsHaveEndedOnceItIsClosed() {
        for (int i = 0; i < 20; i++) {
            run(WindowsTest::goOn, WindowsTest::goOn);
            assertTrue(
                    Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().equals(NAME)));
        }
    }

    private static void goOn() {}

    private static void run(Runnable first, Runnable second) {
        List<Part> parts = List.of(new OneEvent(first), new OneEvent(second));
        try (Windows windows = new Windows(parts, 1_000, NAME)) {
            windows.run(10_000);
        }
    }

    /** A part in which something happens once, and nothing crosses. */
    private static final class OneEvent implements Part {
        private static final long AT_PICOS = 5_000;

        private final Runnable event;
        private boolean happened;

        OneEvent(Runnable event) {
            this.event = event;
        }

        @Override
        public void run(long untilPicos) {
            if (!happened && untilPicos >= AT_PICOS) {
                happened = true;
                event.run();
            }
        }

        @Override
        public long nothingBefore() {
            return happened ? Long.MAX_VALUE : AT_PICOS;
        }

        @Override
        public long send(int box) {
            return Long.MAX_VALUE;
        }

        @Override
        public void receive(int box) {}
    }
}
