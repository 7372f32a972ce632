package io.losslab.devices.sonic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.PortCounters;
import io.losslab.devices.sonic.counters.SonicPortCounters;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.driver.DeviceException;
import io.losslab.driver.OpenWatch;
import io.losslab.proto.v1.CounterSamples;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters of a stand-in, whose COUNTERS_DB has what orchagent would write. */
@NeedsSshServer
@NeedsRedis
class SonicCountersTest {
    private static final int MANY_PORTS = 64;

    @TempDir private static Path directory;
    private static SonicStandIn sonic;
    @TempDir private Path folder;
    private SonicLab lab;
    private HostConnection login;

    @BeforeAll
    static void start() throws Exception {
        sonic = SonicStandIn.start(directory.resolve("switch"), MANY_PORTS);
    }

    @AfterAll
    static void stop() {
        sonic.close();
    }

    @BeforeEach
    void open() throws Exception {
        sonic.reset();
        lab = new SonicLab(folder, "", "ssh: " + sonic.login());
        login = new HostConnection("tor", sonic.sshLogin());
    }

    @AfterEach
    void close() {
        login.close();
        lab.close();
    }

    @Test
    void countsFromTheStartByPortPriorityQueueAndGroup() throws Exception {
        sonic.count(1_000);
        PortCounters counters = new SonicPortCounters(lab.device(), "tor", login);
        assertEquals(0, rows(counters.read()).get("1 -1 RX_BYTES"));
        sonic.count(1_100);
        set("COUNTERS:oid:0x10", "SAI_PORT_STAT_PFC_3_TX_PKTS", 1_007);
        set("COUNTERS:oid:0x20q3", "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", 1_009);
        set("COUNTERS:oid:0x30g3", "SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS", 1_002);
        set("USER_WATERMARKS:oid:0x30g3", group("SHARED"), 50_000);
        set("USER_WATERMARKS:oid:0x30g3", group("XOFF_ROOM"), 1_200);
        Map<String, Long> rows = rows(counters.read());
        assertEquals(100, rows.get("1 -1 RX_BYTES"));
        assertEquals(200, rows.get("1 -1 TX_PACKETS"));
        assertEquals(100, rows.get("1 5 TX_PACKETS"));
        assertEquals(200, rows.get("1 -1 DROPPED_PACKETS"));
        assertEquals(2, rows.get("1 3 DROPPED_PACKETS"));
        assertEquals(7, rows.get("1 3 TX_PAUSE_FRAMES"));
        assertEquals(100, rows.get("1 4 RX_PAUSE_FRAMES"));
        assertEquals(707, rows.get("1 -1 TX_PAUSE_FRAMES"));
        assertEquals(9, rows.get("1 3 ECN_MARKED_PACKETS"));
        assertEquals(709, rows.get("1 -1 ECN_MARKED_PACKETS"));
        assertEquals(50_000, rows.get("1 3 MAX_INGRESS_BYTES"));
        assertEquals(50_000, rows.get("1 -1 MAX_INGRESS_BYTES"));
        assertEquals(1_200, rows.get("1 -1 MAX_HEADROOM_BYTES"));
        assertEquals(1_100, rows.get("2 -1 MAX_EGRESS_BYTES"));
    }

    @Test
    void highestLevelsBeginAtZeroAndWhatASwitchLacksIsLeftOut() throws Exception {
        sonic.count(1_000);
        sonic.redis("COUNTERS_DB", "HDEL", "COUNTERS_PG_NAME_MAP", "Ethernet4:3");
        for (int i = 0; i < 8; i++) {
            sonic.redis(
                    "COUNTERS_DB",
                    "HDEL",
                    "COUNTERS:oid:0x20q" + i,
                    "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS");
        }
        Map<String, Long> rows = rows(new SonicPortCounters(lab.device(), "tor", login).read());
        assertEquals(0, rows.get("1 -1 MAX_INGRESS_BYTES"));
        assertEquals(0, rows.get("1 7 MAX_EGRESS_BYTES"));
        assertEquals(null, rows.get("1 -1 ECN_MARKED_PACKETS"));
        assertEquals(0, rows.get("2 -1 ECN_MARKED_PACKETS"));
        assertEquals(null, rows.get("2 3 MAX_INGRESS_BYTES"));
        assertEquals(0, rows.get("2 4 MAX_INGRESS_BYTES"));
    }

    /** Some chips do not tell queues of unicast from others. */
    @Test
    void highestLevelsOfQueuesOfAllTypesBeginAtZero() throws Exception {
        sonic.count(1_000);
        sonic.redis(
                "COUNTERS_DB",
                "HSET",
                "COUNTERS_QUEUE_TYPE_MAP",
                "oid:0x20q3",
                "SAI_QUEUE_TYPE_ALL");
        Map<String, Long> rows = rows(new SonicPortCounters(lab.device(), "tor", login).read());
        assertEquals(0, rows.get("1 3 MAX_EGRESS_BYTES"));
        assertEquals(0, rows.get("1 -1 MAX_EGRESS_BYTES"));
    }

    @Test
    void countersThatWereResetMeanwhileAreAnErrorAndTheOthersAreStillTold() throws Exception {
        sonic.count(1_000);
        PortCounters counters = new SonicPortCounters(lab.device(), "tor", login);
        set("COUNTERS:oid:0x20q3", "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", 10);
        set("COUNTERS:oid:0x20q4", "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", 3_000);
        String message = assertThrows(DeviceException.class, counters::read).getMessage();
        assertEquals(
                "tor (tor): counters of port Ethernet0 were reset during the run: ECN_MARKED_PACKETS is below what it was; do not clear its counters while losslab measures, and repeat the run",
                message);
        Map<String, Long> left = rows(counters.readClasses());
        assertEquals(null, left.get("1 3 ECN_MARKED_PACKETS"));
        assertEquals(null, left.get("1 -1 ECN_MARKED_PACKETS"));
        assertEquals(2_000, left.get("1 4 ECN_MARKED_PACKETS"));
        assertEquals(0, left.get("1 -1 RX_BYTES"));
    }

    @Test
    void aWatchReadsAtOnceAndThenAtEveryInterval() throws Exception {
        PortCounters counters = new SonicPortCounters(lab.device(), "tor", login);
        BlockingQueue<CounterSamples> received = new LinkedBlockingQueue<>();
        long interval = TimeUnit.MILLISECONDS.toNanos(300);
        try (OpenWatch watch = counters.watch(List.of(2, 3), List.of(), interval, received::add)) {
            for (int k = 0; k < 4; k++) {
                CounterSamples samples = received.poll(30, TimeUnit.SECONDS);
                assertTrue(samples.getTimeNs(0) >= k * interval, () -> "" + samples.getTimeNs(0));
                assertEquals(List.of(2, 3), samples.getPortList().stream().distinct().toList());
            }
            assertTrue(watch.failure().isEmpty());
        }
    }

    @Test
    void aWatchThatFailsSaysWhy() throws Exception {
        PortCounters counters = new SonicPortCounters(lab.device(), "tor", login);
        BlockingQueue<CounterSamples> received = new LinkedBlockingQueue<>();
        try (OpenWatch watch = counters.watch(List.of(1), List.of(), 10_000_000, received::add)) {
            received.poll(30, TimeUnit.SECONDS);
            sonic.redis("COUNTERS_DB", "SET", "broken", "1");
            sonic.redis("COUNTERS_DB", "DEL", "COUNTERS_PORT_NAME_MAP");
            sonic.redis("COUNTERS_DB", "SET", "COUNTERS_PORT_NAME_MAP", "1");
            for (int i = 0; i < 3_000 && watch.failure().isEmpty(); i++) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            DeviceException failure = watch.failure().orElseThrow();
            assertTrue(failure.getMessage().contains("WRONGTYPE"), failure::getMessage);
        } finally {
            sonic.redis("COUNTERS_DB", "DEL", "COUNTERS_PORT_NAME_MAP");
        }
    }

    @Test
    void allIsCountedAfterTheLongestIntervalThatTheSwitchHas() throws Exception {
        assertEquals(110_000_000, new SonicPortCounters(lab.device(), "tor", login).settleNanos());
        assertEquals(110_000_000, ageNanos());
        sonic.redis("CONFIG_DB", "HSET", "FLEX_COUNTER_TABLE|QUEUE", "POLL_INTERVAL", "3000");
        assertEquals(
                3_300_000_000L, new SonicPortCounters(lab.device(), "tor", login).settleNanos());
        sonic.redis(
                "CONFIG_DB", "HSET", "FLEX_COUNTER_TABLE|WRED_ECN_QUEUE", "POLL_INTERVAL", "5000");
        assertEquals(5_500_000_000L, ageNanos());
        sonic.redis("CONFIG_DB", "HDEL", "FLEX_COUNTER_TABLE|PG_WATERMARK", "POLL_INTERVAL");
        assertEquals(
                66_000_000_000L, new SonicPortCounters(lab.device(), "tor", login).settleNanos());
        assertEquals(66_000_000_000L, ageNanos());
        switchOff("PG_WATERMARK");
        assertEquals(5_500_000_000L, ageNanos());
    }

    /** Their rows stay as they are, whatever happens at the ports. */
    @Test
    void groupsOfCountersThatAreSwitchedOffAreLeftOut() throws Exception {
        sonic.count(1_000);
        Set<String> all = counters(new SonicPortCounters(lab.device(), "tor", login));
        switchOff("QUEUE_WATERMARK");
        switchOff("WRED_ECN_QUEUE");
        Set<String> left = counters(new SonicPortCounters(lab.device(), "tor", login));
        all.removeIf(row -> row.matches(".* (MAX_EGRESS_BYTES|ECN_MARKED_PACKETS)"));
        assertEquals(all, left);
        switchOff("PORT");
        switchOff("PG_DROP");
        left = counters(new SonicPortCounters(lab.device(), "tor", login));
        assertEquals(
                Set.of(
                        "3 TX_PACKETS",
                        "-1 MAX_INGRESS_BYTES",
                        "3 MAX_INGRESS_BYTES",
                        "-1 MAX_HEADROOM_BYTES",
                        "3 MAX_HEADROOM_BYTES"),
                left);
        switchOff("QUEUE");
        switchOff("PG_WATERMARK");
        assertEquals(Set.of(), counters(new SonicPortCounters(lab.device(), "tor", login)));
    }

    /** As {@code counterpoll ... disable}. */
    private static void switchOff(String group) throws Exception {
        sonic.redis(
                "CONFIG_DB",
                "HSET",
                "FLEX_COUNTER_TABLE|" + group,
                "FLEX_COUNTER_STATUS",
                "disable");
    }

    /** What the first port has for itself, and for its queue, priority, and group 3. */
    private static Set<String> counters(PortCounters counters) {
        return rows(counters.read()).keySet().stream()
                .filter(row -> row.matches("1 (-1|3) .*"))
                .map(row -> row.substring(2))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What a cell that begins waits for after other traffic. */
    private long ageNanos() throws Exception {
        Device device = lab.device();
        return DeviceKind.of(device).portCounterAgeNanos(lab.sessions.of(device));
    }

    @Test
    void aCheckLeavesTheWatermarksThatARunMayBeReading() throws Exception {
        sonic.count(1_000);
        String stat = group("SHARED");
        SonicPortCounters.require(lab.device(), "tor", login);
        assertEquals(
                "1000", sonic.redis("COUNTERS_DB", "HGET", "USER_WATERMARKS:oid:0x30g3", stat));
        assertFalse(sonic.calls().stream().anyMatch(call -> call.startsWith("sonic-clear")));
        sonic.set("{\"password\": true}");
        assertThrows(
                DeviceException.class, () -> SonicPortCounters.require(lab.device(), "tor", login));
    }

    @Test
    void aSwitchWithoutCountersIsRefused() throws Exception {
        sonic.set("{\"password\": true}");
        assertThrows(
                DeviceException.class, () -> new SonicPortCounters(lab.device(), "tor", login));
    }

    /** CPU of this whole process, in which nothing else runs; a second has one sample. */
    @Test
    void readingManyPortsEverySecondTakesLessThanAShareOfACore() throws Exception {
        List<String> ports = new ArrayList<>();
        for (int i = 0; i < MANY_PORTS; i++) {
            ports.add("%d: {speed: 100Gbps, name: %s}".formatted(i + 1, SonicStandIn.port(i)));
        }
        SonicLab many = new SonicLab(folder, ports, "ssh: " + sonic.login());
        PortCounters counters = new SonicPortCounters(many.device(), "tor", login);
        OperatingSystemMXBean machine =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        for (int i = 0; i < 10; i++) {
            counters.read();
        }
        int samples = 20;
        long cpu = machine.getProcessCpuTime();
        int rows = 0;
        for (int i = 0; i < samples; i++) {
            rows = counters.read().getTimeNsCount();
        }
        double percent = (machine.getProcessCpuTime() - cpu) / (double) samples / 1e9 * 100;
        System.out.printf(
                "64 ports, %d values: %.2f %% of a core at a sample a second%n", rows, percent);
        assertTrue(rows > MANY_PORTS * 60, "rows: " + rows);
        assertTrue(percent < 5, percent + " % of a core");
    }

    private static String group(String stat) {
        return "SAI_INGRESS_PRIORITY_GROUP_STAT_%s_WATERMARK_BYTES".formatted(stat);
    }

    private static void set(String key, String field, long value) throws Exception {
        sonic.redis("COUNTERS_DB", "HSET", key, field, "" + value);
    }

    /** Values by port, queue, and counter. */
    private static Map<String, Long> rows(CounterSamples samples) {
        Map<String, Long> rows = new TreeMap<>();
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            rows.put(
                    "%d %d %s"
                            .formatted(
                                    samples.getPort(row),
                                    samples.getQueue(row),
                                    samples.getCounter(row)),
                    samples.getValue(row));
        }
        return rows;
    }
}
