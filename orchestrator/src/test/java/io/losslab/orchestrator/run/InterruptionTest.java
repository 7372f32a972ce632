package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ctrl-C, as the shutdown hook does it. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class InterruptionTest {
    /** The cell that ends does not feel the interrupt, and the next one does not begin. */
    @Test
    void whoeverWaitsForACellThatIsNeverBegunGoesOn() throws Exception {
        ExecutorService workers = Executors.newSingleThreadExecutor();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        Interruption interruption = Interruption.watch();
        Thread hook = new Thread(interruption::onShutdown, "ctrl-c");
        try {
            interruption.stops(workers);
            Future<String> ending =
                    workers.submit(
                            () -> {
                                begun.countDown();
                                awaitUninterruptibly(ends);
                                return "ended";
                            });
            Future<String> next = workers.submit(() -> "begun");
            begun.await();
            hook.start();
            assertThrows(CancellationException.class, next::get);
            ends.countDown();
            assertEquals("ended", ending.get());
            assertTrue(hook.isAlive(), "the process stays until the results are written");
        } finally {
            ends.countDown();
            interruption.close();
            hook.join();
            workers.shutdownNow();
        }
    }

    /** Output that follows a run is not lost. */
    @Test
    void theProcessStaysUntilAllRunsOfASeriesAreOver() throws Exception {
        Interruption all = Interruption.watch();
        CountDownLatch stopped = new CountDownLatch(1);
        Thread hook = new Thread(all::onShutdown, "ctrl-c");
        try {
            try (Interruption first = all.ofPart()) {
                first.stops(stopped::countDown);
                hook.start();
                stopped.await();
                assertTrue(first.happened());
            }
            CountDownLatch stoppedAtOnce = new CountDownLatch(1);
            try (Interruption next = all.ofPart()) {
                next.stops(stoppedAtOnce::countDown);
                assertEquals(0, stoppedAtOnce.getCount());
            }
            assertTrue(hook.isAlive(), "the process stays until all is printed");
        } finally {
            all.close();
            hook.join();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
