package io.losslab.api.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class UninterruptedTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicBoolean taskWasInterrupted = new AtomicBoolean();

    @Test
    void anInterruptMeanwhileWaitsForTheEnd() {
        Thread caller = Thread.currentThread();
        AtomicBoolean ended = new AtomicBoolean();
        assertTrue(
                Uninterrupted.within(
                        LONG,
                        () -> {
                            caller.interrupt();
                            rest(Duration.ofMillis(200));
                            ended.set(true);
                        }));
        assertTrue(Thread.interrupted());
        assertTrue(ended.get());
        assertFalse(taskWasInterrupted.get());
    }

    @Test
    void whatTakesTooLongIsLeftAndInterrupted() throws InterruptedException {
        CountDownLatch left = new CountDownLatch(1);
        assertFalse(
                Uninterrupted.within(
                        Duration.ofMillis(50),
                        () -> {
                            rest(LONG);
                            left.countDown();
                        }));
        assertTrue(left.await(10, TimeUnit.SECONDS));
        assertTrue(taskWasInterrupted.get());
    }

    @Test
    void aFailureIsTheCallers() {
        IllegalStateException failure = new IllegalStateException("refused");
        assertEquals(
                failure,
                assertThrows(
                        IllegalStateException.class,
                        () ->
                                Uninterrupted.within(
                                        LONG,
                                        () -> {
                                            throw failure;
                                        })));
    }

    private void rest(Duration duration) {
        try {
            TimeUnit.MILLISECONDS.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            taskWasInterrupted.set(true);
        }
    }
}
