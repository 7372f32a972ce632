package io.losslab.agent.dpdk;

import static io.losslab.roce.frame.NativeMemory.MEMORY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Real ports of DPDK: a ring that gives back what is sent, and one that has frames without end. */
class EthernetPortTest {
    private static final int BUFFERS = 2047;
    private static final int LONGEST_BYTES = 4200;

    private static Eal eal;
    private static PacketPool pool;
    private static EthernetPort ring;
    private static EthernetPort endless;

    @BeforeAll
    static void start() {
        eal =
                Eal.start(
                        EalArguments.virtualDevices(
                                "losslab-test-" + ProcessHandle.current().pid(),
                                64,
                                "net_ring0",
                                "net_null0"));
        eal.registerThread();
        pool = PacketPool.create(eal, "test", BUFFERS, 2048);
        ring = EthernetPort.start(eal, "net_ring0", pool, LONGEST_BYTES);
        endless = EthernetPort.start(eal, "net_null0", pool, LONGEST_BYTES);
    }

    @AfterAll
    static void stop() {
        ring.close();
        endless.close();
        eal.close();
    }

    @Test
    void nothingOfItStandsOnTheMachineForAKilledProcessToLeave() {
        String name = "losslab-test-" + ProcessHandle.current().pid();
        for (String parent : List.of("/var/run/dpdk", "/tmp/dpdk")) {
            assertFalse(Files.exists(Path.of(parent, name)), parent);
        }
    }

    @Test
    void aDeviceWithoutADriverIsRefused() {
        DpdkException refused =
                assertThrows(DpdkException.class, () -> eal.addDevice("net_absent0"));
        assertTrue(refused.getMessage().startsWith("DPDK could not create net_absent0: "));
    }

    @Test
    void aFrameComesBackAsItWasSent() {
        Burst out = new Burst();
        assertTrue(pool.allocate(out, 3));
        for (int i = 0; i < 3; i++) {
            MEMORY.fill(out.data(i), 100 + i, i + 1);
            out.setLength(i, 100 + i);
        }
        PacketPool.setLengths(out);
        long buffer = out.buffer(2);
        Burst in = new Burst();

        assertEquals(3, ring.exchange(out, in));
        assertEquals(3, in.size());
        assertEquals(buffer, in.buffer(2));
        assertEquals(102, in.length(2));
        assertEquals(3, MEMORY.getByte(in.data(2) + 101));
        PacketPool.free(in);
        assertEquals(BUFFERS, pool.freeBuffers());
    }

    @Test
    void theDriverIsToldHowLongFramesMayBe() {
        ring.requireNic(LONGEST_BYTES);
        DpdkException refusal =
                assertThrows(DpdkException.class, () -> ring.requireNic(LONGEST_BYTES + 1));
        assertEquals(
                "port net_ring0: its driver takes an MTU of at most 4186 B, not of 4187 B",
                refusal.getMessage());
    }

    @Test
    void prependMovesTheFirstByte() {
        Burst one = new Burst();
        assertTrue(pool.allocate(one, 1));
        assertEquals(one.data(0) - 4, PacketPool.prepend(one.buffer(0), 4));
        PacketPool.free(one);
    }

    @Test
    void countersTellWhatMoved() {
        Burst none = new Burst();
        Burst in = new Burst();
        long before = framesIn();
        endless.exchange(none, in);
        PacketPool.free(in);

        assertEquals(before + Burst.CAPACITY, framesIn());
    }

    @Test
    void thePortTellsItsLinkAndAddress() {
        assertTrue(endless.isLinkUp());
        assertTrue(endless.mac() > 0);
    }

    @Test
    void aPortThatIsNotThereIsNamed() {
        DpdkException refused =
                assertThrows(
                        DpdkException.class,
                        () -> EthernetPort.start(eal, "net_ring7", pool, LONGEST_BYTES));
        assertEquals(
                "port net_ring7: DPDK found no such device; check its name", refused.getMessage());
    }

    @Test
    void aNicThatIsNotThereIsNamedAsItsUserDid() {
        String option = "--pci 0000:03:00.0";
        DpdkException refused =
                assertThrows(
                        DpdkException.class,
                        () -> EthernetPort.start(eal, "0000:03:00.0", option, pool, LONGEST_BYTES));
        assertTrue(refused.getMessage().startsWith(option + ": DPDK found no such device; "));
        assertTrue(refused.getMessage().contains("vfio-pci"), refused.getMessage());
    }

    @Test
    void memoryThatCannotBeHadIsAdvisedOn() {
        EalArguments small = EalArguments.virtualDevices("small", 64);
        assertEquals("not enough memory; lower --memory", small.refusal(Errno.ENOMEM));
        assertTrue(small.refusal(Errno.EACCES).startsWith("not permitted; run as root"));
        EalArguments huge = new EalArguments(64, true, false, List.of(), "huge", List.of());
        for (int errno : new int[] {Errno.ENOMEM, Errno.EACCES}) {
            String refusal = huge.refusal(errno);
            assertTrue(refusal.contains("64 MB of huge pages; see HugePages_Free"), refusal);
        }
    }

    @Test
    void anEmptyPoolGivesNothing() {
        PacketPool small = PacketPool.create(eal, "small", 512, 256);
        Burst burst = new Burst();
        int bursts = 0;
        while (small.allocate(burst, Burst.CAPACITY)) {
            bursts++;
        }
        assertTrue(bursts > 0 && bursts <= 512 / Burst.CAPACITY, bursts + " bursts");
        assertEquals(0, burst.size());
    }

    @Test
    void dpdkStartsOnce() {
        DpdkException refused =
                assertThrows(
                        DpdkException.class,
                        () -> Eal.start(EalArguments.virtualDevices("again", 64)));
        assertTrue(refused.getMessage().endsWith("DPDK can start only once per process"));
        assertFalse(eal.version().isEmpty());
    }

    private static long framesIn() {
        return endless.extendedStatistics().get("rx_good_packets");
    }
}
