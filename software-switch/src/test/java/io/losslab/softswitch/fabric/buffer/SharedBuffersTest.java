package io.losslab.softswitch.fabric.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.BufferPolicy.Sharing;
import io.losslab.softswitch.fabric.port.PortNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SharedBuffersTest {
    private static final int NODE = 0;
    private static final int PORTS = 4;
    private static final long BUFFER = 100_000;

    private record Packet(int port, int priority, int bytes) {}

    @Property(tries = 300)
    void everyByteIsAccountedForAndComesBack(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SharedBuffers buffers = buffers();
        for (int port = 1; port <= PORTS; port++) {
            buffers.setPolicy(port, policy(random));
        }
        long pool = BUFFER - buffers.reserved(NODE);
        List<Packet> held = new ArrayList<>();
        for (int step = 0; step < 600; step++) {
            if (!held.isEmpty() && random.nextInt(100) < 45) {
                Packet packet = held.remove(random.nextInt(held.size()));
                buffers.release(
                        packet.port(),
                        1 + packet.port() % PORTS,
                        packet.priority(),
                        packet.bytes());
            } else {
                Packet packet =
                        new Packet(
                                1 + random.nextInt(PORTS),
                                random.nextInt(8),
                                64 + random.nextInt(1_500));
                long before = buffers.heldBy(packet.port(), packet.priority());
                long after =
                        buffers.admit(
                                packet.port(),
                                1 + packet.port() % PORTS,
                                packet.priority(),
                                packet.bytes());
                if (after >= 0) {
                    assertEquals(before + packet.bytes(), after);
                    held.add(packet);
                } else {
                    assertEquals(before, buffers.heldBy(packet.port(), packet.priority()));
                }
            }
            assertAccounts(buffers, held);
            assertTrue(buffers.freeCommon(NODE) >= 0 && buffers.freeCommon(NODE) <= pool);
        }
        held.forEach(
                packet ->
                        buffers.release(
                                packet.port(),
                                1 + packet.port() % PORTS,
                                packet.priority(),
                                packet.bytes()));
        assertAccounts(buffers, List.of());
        assertEquals(pool, buffers.freeCommon(NODE));
        for (int port = 1; port <= PORTS; port++) {
            for (int priority = 0; priority < 8; priority++) {
                assertEquals(0, buffers.headroomHeld(port, priority));
            }
        }
    }

    @Test
    void aDedicatedAccountTakesWhatIsItsOwnAndNoByteMore() {
        SharedBuffers buffers = buffers();
        buffers.setPolicy(1, new BufferPolicy(1 << 3, Sharing.DEDICATED, 10_000, false, 0));
        assertEquals(9_000, buffers.admit(1, 1, 3, 9_000));
        assertEquals(-1, buffers.admit(1, 1, 3, 1_001));
        assertEquals(10_000, buffers.admit(1, 1, 3, 1_000));
        assertEquals(BUFFER - 10_000, buffers.freeCommon(NODE), "the pool pays nothing");
        assertEquals(9_000, buffers.release(1, 1, 3, 1_000));
        assertEquals(10_000, buffers.maxHeldByPort(1));
    }

    @Test
    void prioritiesOfAPortMayShareOneAccount() {
        SharedBuffers buffers = buffers();
        buffers.setPolicy(1, new BufferPolicy(0b1100, Sharing.DEDICATED, 10_000, true, 0));
        assertEquals(10_000, buffers.reserved(NODE), "once for both");
        assertEquals(6_000, buffers.admit(1, 1, 2, 6_000));
        assertEquals(10_000, buffers.admit(1, 1, 3, 4_000));
        assertEquals(-1, buffers.admit(1, 1, 2, 64));
        assertEquals(64, buffers.admit(1, 1, 1, 64), "priority 1 uses the pool");
    }

    @Test
    void aDynamicAccountFollowsTheFreePoolAndThenUsesItsHeadroom() {
        SharedBuffers buffers = buffers();
        buffers.setPolicy(1, new BufferPolicy(1 << 3, Sharing.DYNAMIC, 20_000, false, 1));
        // Pool 80,000 B, alpha 1: half of it.
        assertEquals(40_000, buffers.admit(1, 1, 3, 40_000));
        assertEquals(0, buffers.headroomHeld(1, 3));
        assertEquals(41_000, buffers.admit(1, 1, 3, 1_000));
        assertEquals(1_000, buffers.headroomHeld(1, 3));
        assertEquals(60_000, buffers.admit(1, 1, 3, 19_000));
        assertEquals(-1, buffers.admit(1, 1, 3, 64), "pool share and headroom are full");
        buffers.release(1, 1, 3, 19_500);
        assertEquals(500, buffers.headroomHeld(1, 3), "headroom empties first");
    }

    /** What has begun to use its headroom goes on to, though the pool has room again meanwhile. */
    @Test
    void aDynamicAccountReturnsToThePoolOnceItsHeadroomIsEmpty() {
        SharedBuffers buffers = buffers();
        buffers.setPolicy(1, new BufferPolicy(1 << 3, Sharing.DYNAMIC, 20_000, false, 1));
        buffers.admit(2, 1, 3, 40_000);
        buffers.admit(1, 1, 3, 20_000);
        buffers.admit(1, 1, 3, 1_000);
        assertEquals(1_000, buffers.headroomHeld(1, 3));
        buffers.release(2, 1, 3, 40_000);
        buffers.admit(1, 1, 3, 500);
        assertEquals(1_500, buffers.headroomHeld(1, 3));
        buffers.release(1, 1, 3, 1_500);
        buffers.admit(1, 1, 3, 500);
        assertEquals(0, buffers.headroomHeld(1, 3));
        assertEquals(BUFFER - 20_000 - 20_500, buffers.freeCommon(NODE));
    }

    /** An alpha above 1 allows an account more than is free, but the pool has no more than that. */
    @Test
    void aDynamicAccountTakesNoMoreFromThePoolThanIsFree() {
        SharedBuffers buffers = buffers();
        buffers.setPolicy(1, new BufferPolicy(1 << 3, Sharing.DYNAMIC, 20_000, false, 8));
        buffers.admit(2, 1, 3, 79_000);
        buffers.admit(1, 1, 3, 1_500);
        assertEquals(1_000, buffers.freeCommon(NODE));
        assertEquals(1_500, buffers.headroomHeld(1, 3));
    }

    @Test
    void aPolicyInPlaceOfAnotherGivesBackWhatThatHadReserved() {
        SharedBuffers buffers = buffers();
        buffers.setPolicy(1, new BufferPolicy(0b1100, Sharing.DEDICATED, 10_000, false, 0));
        buffers.setPolicy(1, new BufferPolicy(1 << 3, Sharing.DYNAMIC, 3_000, false, 1));
        assertEquals(3_000, buffers.reserved(NODE));
        assertEquals(3_000, buffers.reservedByPort(1));
        buffers.setPolicy(1, BufferPolicy.COMMON_POOL);
        assertEquals(BUFFER, buffers.freeCommon(NODE));
    }

    @Test
    void aBusyPoolShrinksEverybodysShare() {
        SharedBuffers buffers = buffers();
        buffers.setPolicy(1, new BufferPolicy(1 << 3, Sharing.DYNAMIC, 0, false, 1));
        buffers.setPolicy(2, new BufferPolicy(1 << 3, Sharing.DYNAMIC, 0, false, 1));
        assertEquals(40_000, buffers.admit(1, 1, 3, 40_000));
        assertEquals(-1, buffers.admit(2, 1, 3, 60_001));
        assertEquals(60_000, buffers.admit(2, 1, 3, 60_000));
    }

    @Test
    void flowControlCannotChangeUnderBufferedPackets() {
        SharedBuffers buffers = buffers();
        buffers.admit(1, 1, 0, 100);
        assertThrows(
                IllegalStateException.class, () -> buffers.setPolicy(1, BufferPolicy.COMMON_POOL));
        buffers.release(1, 1, 0, 100);
        buffers.setPolicy(1, BufferPolicy.COMMON_POOL);
    }

    private static SharedBuffers buffers() {
        SharedBuffers buffers = new SharedBuffers(PORTS, 1, ports());
        buffers.setBuffer(NODE, BUFFER);
        return buffers;
    }

    /** A switch, node 0, with a host at each port. */
    private static PortNumbers ports() {
        TopologyBuilder builder = new TopologyBuilder("star").switchNode("S", new DataSize(BUFFER));
        for (int host = 1; host <= PORTS; host++) {
            builder.host("h" + host)
                    .link("h" + host, "S", DataRate.parse("100Gbps"), new Nanos(10), "edge");
        }
        return new PortNumbers(builder.build());
    }

    private static BufferPolicy policy(SplittableRandom random) {
        int priorities = random.nextInt(256);
        return switch (random.nextInt(3)) {
            case 0 -> BufferPolicy.COMMON_POOL;
            case 1 ->
                    new BufferPolicy(
                            priorities,
                            Sharing.DEDICATED,
                            random.nextInt(2_500),
                            random.nextBoolean(),
                            0);
            default ->
                    new BufferPolicy(
                            priorities,
                            Sharing.DYNAMIC,
                            random.nextInt(2_500),
                            random.nextBoolean(),
                            random.nextInt(1, 9) / 2.0);
        };
    }

    private static void assertAccounts(SharedBuffers buffers, List<Packet> held) {
        for (int port = 1; port <= PORTS; port++) {
            int ofPort = port;
            long expected =
                    held.stream().filter(p -> p.port() == ofPort).mapToLong(Packet::bytes).sum();
            assertEquals(expected, buffers.heldByPort(port));
            assertTrue(buffers.maxHeldByPort(port) >= expected);
            for (int egress = 1; egress <= PORTS; egress++) {
                long transit = egress == 1 + port % PORTS ? expected : 0;
                assertEquals(transit, buffers.transitBytes(port, egress));
            }
        }
    }
}
