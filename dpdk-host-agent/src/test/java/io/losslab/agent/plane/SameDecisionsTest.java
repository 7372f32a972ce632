package io.losslab.agent.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.LocalFrame;
import io.losslab.flowcontrol.ofc.OfcFrame;
import io.losslab.flowcontrol.pyrrha.PyrrhaFrame;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Told the same, a host of the virtual fabric and the agent let the same flows send. */
class SameDecisionsTest {
    private static final long STEP_NANOS = 9_000;
    private static final int STEPS = 12;
    private static final int FLOWS = 6;
    private static final int FIRST_PORT = 50_000;
    private static final List<String> OTHERS = List.of("B", "C", "D");
    private static final int BIFROST_X = 0x4258;

    private static TestHost dpdk;

    private final byte[] frame = new byte[OfcFrame.MAX_LENGTH_BYTES];
    private SimulatedHost simulated;
    private RealHost real;

    /** Of flows of even and of odd ports. */
    private int[] priorities;

    @BeforeContainer
    static void start() {
        dpdk = new TestHost();
    }

    @AfterContainer
    static void stop() {
        dpdk.close();
    }

    @Property(tries = 30)
    void ofcStopsThePairsThatAreNamed(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        hosts("ofc", Map.of("priorities", "24"), random, 3, 4);
        for (int step = 1; step <= STEPS; step++) {
            int length = ofc(random);
            assertSameFlows(step, length);
        }
    }

    @Property(tries = 30)
    void pyrrhaStopsTheFlowsThatCrossAPausedRoot(@ForAll long seed) {
        pyrrha(seed, Map.of());
    }

    @Property(tries = 10)
    void pyrrhaStopsWholeQueuesOfAHostThatIsNotAware(@ForAll long seed) {
        pyrrha(seed, Map.of("hostAware", "false"));
    }

    @Property(tries = 30)
    void bifrostXGrantsEachPriorityItsTokens(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        hosts("bifrostX", Map.of("priorities", "24"), random, 3, 4);
        for (int step = 1; step <= STEPS; step++) {
            long high = random.nextInt(1, 30_000);
            long low = random.nextInt(1, 30_000);
            tokens(step, 120_000, low, high);
            assertSameCounts(step);
        }
    }

    @Property(tries = 10)
    void bifrostXSharesTheTokensOfTheLink(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        hosts("bifrostX", Map.of("priorities", "8"), random, 3, 3);
        for (int step = 1; step <= STEPS; step++) {
            long total = random.nextInt(0, 40_000);
            tokens(step, total, 60_000);
            assertSameCounts(step);
        }
    }

    @Property(tries = 5)
    void bifrostXStopsWhereItsFramesStayAway(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        hosts("bifrostX", Map.of("priorities", "8"), random, 3, 3);
        tokens(1, 125_000, 125_000);
        long at = STEP_NANOS;
        assertTrue(total(simulated.step(at, frame, LocalFrame.LENGTH_BYTES, at, at + 8_000)) > 0);
        assertTrue(total(real.step(at, frame, LocalFrame.LENGTH_BYTES)) > 0);
        // Three slots of 10 us later, a frame of somebody else comes.
        LocalFrame.begin(frame, 0, 1, 0x1234);
        long later = at + 40_000;
        assertEquals(
                0,
                total(simulated.step(later, frame, LocalFrame.LENGTH_BYTES, later, later + 8_000)));
        assertEquals(0, total(real.step(later, frame, LocalFrame.LENGTH_BYTES)));
    }

    private void pyrrha(long seed, Map<String, String> settings) {
        SplittableRandom random = new SplittableRandom(seed);
        hosts("pyrrha", settings, random, 3, 3);
        List<Long> roots =
                List.of(
                        simulated.root("S", 2),
                        simulated.root("S", 3),
                        simulated.root("T", 2),
                        simulated.root("T", 3),
                        DataPlane.root(77, 1));
        PyrrhaFrame signal = new PyrrhaFrame();
        for (int step = 1; step <= STEPS; step++) {
            int root = random.nextInt(roots.size());
            int other = random.nextInt(roots.size());
            int opcode =
                    random.nextInt(4) == 0 && other != root
                            ? PyrrhaFrame.MERGE
                            : random.nextBoolean() ? PyrrhaFrame.PAUSE : PyrrhaFrame.RESUME;
            signal.write(
                    5,
                    opcode,
                    roots.get(root),
                    opcode == PyrrhaFrame.MERGE ? roots.get(other) : DataPlane.NO_ROOT,
                    root == 2 || root == 3 ? 2 : 1);
            System.arraycopy(signal.bytes(), 0, frame, 0, PyrrhaFrame.LENGTH_BYTES);
            assertSameFlows(step, PyrrhaFrame.LENGTH_BYTES);
        }
    }

    private int ofc(SplittableRandom random) {
        int opcode = random.nextBoolean() ? OfcFrame.PAUSE : OfcFrame.RESUME;
        boolean all = random.nextInt(4) == 0;
        OfcFrame.begin(frame, 5, opcode, random.nextInt(3, 5), all, simulated.root("S", 3));
        for (String to : OTHERS) {
            if (random.nextBoolean()) {
                OfcFrame.add(frame, pair(to));
            }
        }
        return OfcFrame.end(frame);
    }

    private long pair(String to) {
        return (long) simulated.host().ipv4() << 32 | simulated.node(to).ipv4() & 0xFFFF_FFFFL;
    }

    /** Tokens of the link, then of each priority, the lowest first. */
    private void tokens(int slot, long total, long... byPriority) {
        LocalFrame.begin(frame, 0, 5, BIFROST_X);
        int at = LocalFrame.BODY_OFFSET;
        BigEndian.putInt(frame, at, slot);
        frame[at + 4] = (byte) byPriority.length;
        BigEndian.putInt(frame, at + 6, (int) total);
        for (int i = 0; i < byPriority.length; i++) {
            long tokens = byPriority[byPriority.length - 1 - i];
            BigEndian.putInt(frame, at + 10 + 4 * i, (int) tokens);
        }
    }

    private void assertSameFlows(int step, int length) {
        long at = step * STEP_NANOS;
        long settled = SimulatedHost.settledNanos(at, length);
        Set<Integer> expected =
                simulated.step(at, frame, length, settled, at + STEP_NANOS).keySet();
        assertEquals(expected, real.step(at, frame, length).keySet(), "flows that send");
    }

    /** Until the next frame comes, all have sent what they may. */
    private void assertSameCounts(int step) {
        long at = step * STEP_NANOS;
        int length = LocalFrame.LENGTH_BYTES;
        Map<Integer, Integer> expected = simulated.step(at, frame, length, at, at + STEP_NANOS);
        Map<Integer, Integer> sent = real.step(at, frame, length);
        if (step > 1) {
            assertEquals(byPriority(expected), byPriority(sent), "packets in step " + step);
        }
    }

    private Map<Integer, Integer> byPriority(Map<Integer, Integer> sent) {
        Map<Integer, Integer> sums = new TreeMap<>();
        sent.forEach(
                (port, packets) ->
                        sums.merge(priorities[(port - FIRST_PORT) % 2], packets, Integer::sum));
        return sums;
    }

    private static int total(Map<Integer, Integer> sent) {
        return sent.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void hosts(
            String scheme, Map<String, String> given, SplittableRandom random, int low, int high) {
        priorities = new int[] {low, high};
        SchemeType type = SchemeTypes.find(scheme).orElseThrow();
        Settings complete = SettingDefaults.complete(scheme, type.settings(), new Settings(given));
        simulated = new SimulatedHost(type, complete);
        real = new RealHost(dpdk, simulated, type);
        for (int i = 0; i < FLOWS; i++) {
            String to = OTHERS.get(random.nextInt(OTHERS.size()));
            int priority = priorities[i % 2];
            simulated.addFlow(i + 1, to, FIRST_PORT + i, priority);
            real.addFlow(simulated.node(to).ipv4(), FIRST_PORT + i, priority, simulated.way(to));
        }
    }
}
