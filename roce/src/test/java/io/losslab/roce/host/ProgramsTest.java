package io.losslab.roce.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.IterationLog;
import io.losslab.api.traffic.MessageSchedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Programs of two hosts between which messages and ACKs take a fixed time each. */
class ProgramsTest {
    private static final long MESSAGE_NANOS = 100;
    private static final long ACK_NANOS = 30;

    private final Wire wire = new Wire();

    @Test
    void stepsOfAStreamTakeTurnsAndOthersDoNot() {
        HostProgram.Builder program = HostProgram.builder(1);
        program.compute(0, 10);
        program.compute(0, 20);
        program.compute(1, 25);
        assertEquals(30, wire.run(program.build()).get(0).endNanos());
    }

    @Test
    void aPostIsCompleteWhenItIsAcknowledged() {
        wire.flow(7, 1);
        HostProgram.Builder sender = HostProgram.builder(1).between(50, Long.MAX_VALUE);
        sender.post(7, 0);
        HostProgram.Builder receiver = HostProgram.builder(2);
        receiver.await(7, 0);
        List<IterationLog.Iteration> done = wire.run(sender.build(), receiver.build());
        assertEquals(List.of(150L, 180L), done.stream().map(row -> row.endNanos()).toList());
        assertEquals(List.of(0L, 50L), done.stream().map(row -> row.beginNanos()).toList());
    }

    @Test
    void messagesOfAFlowGoInTheirOrderEvenIfALaterOneIsReadyFirst() {
        wire.flow(7, 2);
        HostProgram.Builder sender = HostProgram.builder(1);
        int compute = sender.compute(0, 40);
        sender.post(7, 1);
        sender.after(sender.post(7, 0), compute);
        assertEquals(170, wire.run(sender.build()).get(0).endNanos());
        assertEquals(List.of(40L, 40L), wire.posts);
    }

    @Test
    void anIterationBeginsAtTheEndOfTheOneBeforeAndMessagesOfLaterOnesWait() {
        wire.flow(7, 3);
        HostProgram.Builder sender = HostProgram.builder(1).times(3);
        sender.post(7, 0);
        HostProgram.Builder receiver = HostProgram.builder(2).times(3);
        int await = receiver.await(7, 0);
        receiver.after(receiver.compute(0, 1_000), await);
        List<Long> ends =
                wire.run(sender.build(), receiver.build()).stream()
                        .filter(row -> row.program() == 2)
                        .map(row -> row.endNanos())
                        .toList();
        assertEquals(List.of(1_100L, 2_100L, 3_100L), ends);
    }

    /** On streams of their own, steps end where the longest way to them does. */
    @Property(tries = 200)
    void everyStepBeginsWhenTheLastThatItWaitsForIsComplete(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int steps) {
        Random random = new Random(seed);
        Wire own = new Wire();
        HostProgram.Builder[] hosts = {HostProgram.builder(1), HostProgram.builder(2)};
        List<List<Long>> ends = List.of(new ArrayList<>(), new ArrayList<>());
        for (int step = 0; step < steps; step++) {
            int host = random.nextInt(2);
            List<Integer> after = some(random, ends.get(host).size());
            long begin = latest(after, ends.get(host));
            int added;
            if (random.nextBoolean()) {
                long nanos = random.nextInt(50);
                added = hosts[host].compute(step, nanos);
                ends.get(host).add(begin + nanos);
            } else {
                int flow = own.flow(step + 1, 1);
                added = hosts[host].post(flow, 0);
                ends.get(host).add(begin + MESSAGE_NANOS + ACK_NANOS);
                int other = 1 - host;
                List<Integer> waits = some(random, ends.get(other).size());
                long arrival = Math.max(begin + MESSAGE_NANOS, latest(waits, ends.get(other)));
                int await = hosts[other].await(flow, 0);
                waits.forEach(earlier -> hosts[other].after(await, earlier));
                ends.get(other).add(arrival);
            }
            after.forEach(earlier -> hosts[host].after(added, earlier));
        }
        List<HostProgram> programs = new ArrayList<>();
        Map<Integer, Long> expected = new HashMap<>();
        for (int host = 0; host < 2; host++) {
            if (!ends.get(host).isEmpty()) {
                programs.add(hosts[host].build());
                expected.put(
                        host + 1,
                        ends.get(host).stream().mapToLong(Long::longValue).max().orElse(0));
            }
        }
        Map<Integer, Long> measured = new HashMap<>();
        own.run(programs.toArray(new HostProgram[0]))
                .forEach(row -> measured.put(row.program(), row.endNanos()));
        assertEquals(expected, measured);
    }

    private static List<Integer> some(Random random, int count) {
        List<Integer> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (random.nextInt(3) == 0) {
                some.add(i);
            }
        }
        return some;
    }

    private static long latest(List<Integer> steps, List<Long> ends) {
        return steps.stream().mapToLong(ends::get).max().orElse(0);
    }

    /** Both hosts' applications, and what is on its way between them. */
    private static final class Wire implements Posting.QueuePairs {
        private record Event(long time, long order, Runnable what) {}

        final List<Long> posts = new ArrayList<>();
        private final PriorityQueue<Event> events =
                new PriorityQueue<>(
                        (a, b) ->
                                a.time() != b.time()
                                        ? Long.compare(a.time(), b.time())
                                        : Long.compare(a.order(), b.order()));
        private final List<PostedMessages> flows = new ArrayList<>();
        private final Posting posting = new Posting(1, this, flows::get);
        private long now;
        private long order;

        int flow(int id, int messages) {
            long[] bytes = new long[messages];
            Arrays.fill(bytes, 1_000);
            FlowSpec spec =
                    FlowSpec.programmed(id, 1, 2, 49_152, 3, MessageSchedule.untimed(bytes));
            flows.add(new PostedMessages(spec, 4_096, Long.MAX_VALUE));
            posting.add(flows.size() - 1, 0);
            return id;
        }

        List<IterationLog.Iteration> run(HostProgram... programs) {
            for (HostProgram program : programs) {
                posting.add(program, 0);
            }
            while (!events.isEmpty()) {
                Event event = events.remove();
                assertTrue(event.time() >= now);
                now = event.time();
                event.what().run();
            }
            return posting.drainIterations();
        }

        private void at(long time, Runnable what) {
            events.add(new Event(time, order++, what));
        }

        @Override
        public void extend(int flow, long end, long time) {
            posts.add(time);
            int id = flows.get(flow).spec.id();
            at(time + MESSAGE_NANOS, () -> posting.onDelivered(id, now));
            at(time + MESSAGE_NANOS + ACK_NANOS, () -> posting.onAcknowledged(flow, end, now));
        }

        @Override
        public void postAt(int flow, long time) {
            at(time, () -> posting.onPostDue(flow, now));
        }

        @Override
        public void timerAt(int timer, long time) {
            at(time, () -> posting.onTimer(timer, now));
        }
    }
}
