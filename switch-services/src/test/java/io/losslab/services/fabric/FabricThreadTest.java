package io.losslab.services.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.softswitch.fabric.Fabric;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FabricThreadTest {
    private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final FabricThread thread =
            new FabricThread(
                    new Fabric(pair(), 8),
                    new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue));
    private final CountDownLatch finish = new CountDownLatch(1);

    @Test
    void workThatWaitsWhileTheFabricIsClosedIsRefused() throws InterruptedException {
        occupy();
        CompletableFuture<Long> waiting = begin(() -> thread.call(Fabric::nowNanos));
        CompletableFuture<Optional<Long>> patient =
                begin(() -> thread.callWithin(Long.MAX_VALUE, Fabric::nowNanos));
        while (queue.size() < 2) {
            Thread.onSpinWait();
        }
        thread.close();
        assertEquals("java.lang.IllegalStateException: the lab is closed", refusal(waiting));
        assertEquals(Optional.empty(), patient.join());
        finish.countDown();
    }

    @Test
    void workThatComesAfterwardsIsRefusedToo() {
        thread.close();
        assertEquals(
                "the lab is closed",
                assertThrows(IllegalStateException.class, () -> thread.run(1_000)).getMessage());
        assertEquals(Optional.empty(), thread.callWithin(1_000, Fabric::nowNanos));
    }

    @Test
    void anErrorOfTheFabricIsTheCallers() {
        OutOfMemoryError full = new OutOfMemoryError("Java heap space");
        Consumer<Fabric> work =
                owned -> {
                    throw full;
                };
        assertSame(full, assertThrows(Error.class, () -> thread.change(work)));
        thread.close();
    }

    /** Gives the thread work that goes on until {@link #finish}, whatever interrupts it. */
    private void occupy() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Consumer<Fabric> work =
                owned -> {
                    begun.countDown();
                    while (finish.getCount() > 0) {
                        Thread.onSpinWait();
                    }
                };
        new Thread(() -> thread.change(work)).start();
        begun.await();
    }

    private static <T> CompletableFuture<T> begin(Supplier<T> call) {
        return CompletableFuture.supplyAsync(call, task -> new Thread(task).start());
    }

    private static String refusal(CompletableFuture<?> call) {
        return assertThrows(ExecutionException.class, call::get).getCause().toString();
    }

    private static Topology pair() {
        return new TopologyBuilder("pair")
                .host("A")
                .host("B")
                .switchNode("S", DataSize.parse("1MB"))
                .link("A", "S", DataRate.parse("100Gbps"), new Nanos(1_000), "edge")
                .link("B", "S", DataRate.parse("100Gbps"), new Nanos(1_000), "edge")
                .build();
    }
}
