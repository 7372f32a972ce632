package io.losslab.flowcontrol.portfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortFcTypeTest {
    private static final LinkProfile RAIL = new LinkProfile(100_000_000_000L, 1_000, 1_500);
    private static final LinkProfile HIGH = new LinkProfile(160_000_000_000L, 1_000, 1_500);
    private static final long BUFFER = 5_000_000;

    private final PortFcType type = new PortFcType();

    @Test
    void thresholdsAreThePapersSixAndFourBdp() {
        PortFcSettings rail = PortFcSettings.of(resolve(RAIL, Map.of()));
        assertEquals(75_000, rail.xoffBytes());
        assertEquals(50_000, rail.xonBytes());
        assertEquals(75_000, rail.ddqXoffBytes());
        assertEquals(50_000, rail.ddqXonBytes());
        PortFcSettings high = PortFcSettings.of(resolve(HIGH, Map.of()));
        assertEquals(120_000, high.xoffBytes());
        assertEquals(80_000, high.xonBytes());
    }

    @Test
    void aBdpMayBeOfTheRoundTripAndAThresholdGiven() {
        Settings settings =
                resolve(RAIL, Map.of("bdp", "hopRtt", "ddqXoff", "60000", "ddqXon", "1"));
        assertEquals(
                new PortFcSettings(
                        4, 1, 150_000, 100_000, 60_000, 1, PortFcSettings.RelayGuard.AUTO),
                PortFcSettings.of(settings));
    }

    @Test
    void boundsAreXoffAFrameAndWhatIsInFlight() {
        PortFcSettings settings = PortFcSettings.of(resolve(RAIL, Map.of()));
        assertEquals(75_000 + 1_500 + 3 * (31_250 + 3_000), settings.ihfqBoundBytes(RAIL));
        assertEquals(
                75_000 + 1_500 + 3 * (62_500 + 6_000), settings.ddqBoundBytes(RAIL, List.of(RAIL)));
        assertEquals(4 * (179_250 + 282_000), settings.losslessBufferBytes(RAIL, List.of(RAIL)));
    }

    /** 160 Gb/s for 2.5 us behind the relays, at which XOFF and a frame may wait; or 100 Gb/s. */
    @Test
    void aDdqTakesWhatTheOtherLayerSendsAndWhatWaitsAtRelays() {
        PortFcSettings rail = PortFcSettings.of(resolve(RAIL, Map.of()));
        assertEquals(
                75_000 + 1_500 + 3 * (31_250 + 3_000 + 50_000 + 3_000 + 75_000 + 1_500),
                rail.ddqBoundBytes(RAIL, List.of(HIGH)));
        PortFcSettings high = PortFcSettings.of(resolve(HIGH, Map.of()));
        assertEquals(
                120_000 + 1_500 + 3 * (50_000 + 3_000 + 31_250 + 3_000),
                high.ddqBoundBytes(HIGH, List.of(RAIL)));
        LinkProfile far = new LinkProfile(100_000_000_000L, 10_000, 1_500);
        assertEquals(
                75_000 + 1_500 + 3 * (31_250 + 3_000 + 256_250 + 3_000),
                rail.ddqBoundBytes(RAIL, List.of(far)));
    }

    /** What the pipeline holds when the pause goes out joins the queues too. */
    @Test
    void aLongPipelineCountsInFull() {
        PortFcSettings settings = PortFcSettings.of(resolve(RAIL, Map.of()));
        LinkProfile slow = new LinkProfile(100_000_000_000L, 1_000, 1_500, 0, 2_000);
        assertEquals(75_000 + 1_500 + 3 * (50_000 + 3_000), settings.ihfqBoundBytes(slow));
    }

    @Test
    void theOtherLayerDecidesWhetherTheBufferSuffices() {
        Settings settings = resolve(RAIL, Map.of());
        assertEquals(List.of(), type.problemsAtRelay(settings, RAIL, List.of(RAIL), 2_000_000));
        List<SettingProblem> fedFaster =
                type.problemsAtRelay(settings, RAIL, List.of(HIGH), 2_000_000);
        assertEquals(List.of("xoff"), fedFaster.stream().map(SettingProblem::field).toList());
        Settings unguarded = settings.with("relayGuard", "off");
        List<SettingProblem> unbounded =
                type.problemsAtRelay(unguarded, RAIL, List.of(HIGH), 16_000_000);
        assertEquals(List.of("relayGuard"), unbounded.stream().map(SettingProblem::field).toList());
        assertEquals(List.of(), type.problemsAtRelay(unguarded, HIGH, List.of(RAIL), 16_000_000));
    }

    @Test
    void saysWhenTheBufferIsTooSmallToNeverDrop() {
        assertEquals(List.of(), type.problems(resolve(RAIL, Map.of()), RAIL, BUFFER));
        List<SettingProblem> eight = type.problems(resolve(RAIL, Map.of("n", "8")), RAIL, BUFFER);
        assertEquals(1, eight.size());
        assertEquals(false, eight.get(0).fatal());
        assertTrue(eight.get(0).message().contains("6,978,000"), eight.get(0).message());
    }

    @Test
    void refusesSettingsThatCannotBe() {
        assertRefused("n must be 2..128: 1", Map.of("n", "1"));
        assertRefused("n is too large: 5000000000", Map.of("n", "5000000000"));
        assertRefused("xon must be 0..75000 (xoff): 80000", Map.of("xon", "80000"));
        assertRefused("ddqXoff must be above zero: 0", Map.of("ddqXoff", "0", "ddqXon", "0"));
    }

    private void assertRefused(String message, Map<String, String> wrong) {
        assertEquals(
                message,
                assertThrows(
                                IllegalArgumentException.class,
                                () -> type.problems(resolve(RAIL, wrong), RAIL, BUFFER))
                        .getMessage());
    }

    @Test
    void queuesSufficeForNodesAndSwitches() {
        for (String n : List.of("2", "16", "128")) {
            Settings settings = resolve(RAIL, Map.of("n", n));
            int needed = new QueueIndex(Integer.parseInt(n), 1).nodeQueues() - 1;
            assertTrue(type.queues(settings, 2) >= needed);
            assertTrue(type.queues(settings, 2) <= 256);
        }
        Settings fourLayers = resolve(RAIL, Map.of("n", "6", "k", "3"));
        assertEquals(32, type.queues(fourLayers, 4), "4 * 5 + 1, and NICs have 32");
        assertThrows(
                IllegalArgumentException.class,
                () -> type.read(resolve(RAIL, Map.of("n", "128", "k", "2"))));
    }

    @Test
    void losslessOnlyWithTwoLayers() {
        Settings two = resolve(RAIL, Map.of());
        Settings three = resolve(RAIL, Map.of("k", "2"));
        assertEquals(Set.of(Promise.NO_DROPS), type.promises(two, RAIL));
        assertEquals(Set.of(), type.promises(three, RAIL));
        assertEquals("k", type.problems(three, RAIL, 50_000_000).get(0).field());
    }

    @Test
    void aDeviceThatIsNotOfThatNetworkIsRefused() {
        NdcNetwork four = new NdcNetwork(4);
        assertRefused(four.layerSwitch(0, 0), Map.of("n", "8"), 4);
        assertRefused(four.node(15), Map.of("n", "3"), 2);
        assertRefused(four.layerSwitch(0, 0), Map.of(), 3);
        assertInstanceOf(PortFcSwitch.class, four.layerSwitch(1, 0).scheme);
        assertInstanceOf(PortFcNode.class, four.node(0).scheme);
    }

    private void assertRefused(NdcNetwork.Device device, Map<String, String> given, int ports) {
        Map<Integer, Settings> byPort = new HashMap<>();
        for (int port = 1; port <= ports; port++) {
            byPort.put(port, resolve(RAIL, given));
        }
        assertThrows(IllegalArgumentException.class, () -> type.egress(device, byPort));
    }

    private Settings resolve(LinkProfile link, Map<String, String> given) {
        Map<String, String> values = new HashMap<>();
        for (Setting setting : type.settings()) {
            values.put(setting.key(), setting.defaultInBaseUnits());
        }
        values.putAll(given);
        return type.resolve(new Settings(values), link);
    }
}
