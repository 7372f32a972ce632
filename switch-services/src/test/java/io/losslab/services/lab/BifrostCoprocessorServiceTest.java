package io.losslab.services.lab;

import static io.losslab.services.lab.TwoSites.bifrost;
import static io.losslab.services.lab.TwoSites.config;
import static io.losslab.services.lab.TwoSites.coprocessorAt;
import static io.losslab.services.lab.TwoSites.pfc;
import static io.losslab.services.lab.TwoSites.pfcAt;
import static io.losslab.services.lab.TwoSites.port;
import static io.losslab.services.lab.TwoSites.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.losslab.proto.v1.BifrostCoprocessorGrpc;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.ClearBifrostResponse;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.WatchBifrostCountersRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BifrostCoprocessorServiceTest {
    private static final BifrostPort PORT = port(TwoSites.N, TwoSites.N_TO_M);
    private static final String NONE = "N port 1 runs no Bifrost";

    private final TwoSites sites = new TwoSites();

    @AfterEach
    void close() {
        sites.close();
    }

    @Test
    void keepsTheSettingsAsTheyWereSent() {
        leaveToCoprocessor();
        assertEquals(bifrost().build(), set(bifrost()));
        assertEquals(bifrost().build(), sites.coprocessors.getBifrost(PORT));
        assertEquals(530_000, sites.counter(TwoSites.N, 1, Counter.RESERVED_BYTES));
    }

    @Test
    void needsAPortThatLeavesFlowControlToIt() {
        leaveToCoprocessor();
        set(bifrost());
        sites.switches.configureSwitch(config(TwoSites.N, pfcAt(1, pfc())));
        assertEquals(
                "FAILED_PRECONDITION: N port 1 runs flow control of its own; leave it to the"
                        + " coprocessor, or remove it, first",
                refusal(() -> set(bifrost())));
        assertEquals(
                "NOT_FOUND: N port 1 runs no Bifrost",
                refusal(() -> sites.coprocessors.getBifrost(PORT)));
    }

    @Test
    void takesAPortThatRunsNoFlowControlOfItsOwn() {
        set(bifrost());
        assertEquals(530_000, sites.counter(TwoSites.N, 1, Counter.RESERVED_BYTES));
    }

    @Test
    void findsNeitherOtherDevicesNorPortsWithoutBifrost() {
        BifrostPort nowhere = port(9, 1);
        String expected = "NOT_FOUND: no switch has device_id 9; device ids: [4, 5]";
        assertEquals(expected, refusal(() -> sites.coprocessors.getBifrost(nowhere)));
        assertEquals(expected, refusal(() -> sites.coprocessors.getBifrostCounters(nowhere)));
        assertEquals(expected, refusal(() -> sites.coprocessors.watchBifrost(nowhere).hasNext()));
        assertEquals(
                expected,
                refusal(
                        () ->
                                sites.coprocessors
                                        .watchBifrostCounters(watch(nowhere, 2_000))
                                        .hasNext()));
        assertEquals(
                expected,
                refusal(
                        () ->
                                sites.coprocessors.setBifrost(
                                        SetBifrostRequest.newBuilder()
                                                .setPort(nowhere)
                                                .setScheme(bifrost())
                                                .build())));
        assertEquals(expected, refusal(() -> sites.coprocessors.clearBifrost(nowhere)));
        assertEquals(
                "INVALID_ARGUMENT: N has ports 1..3, not 4",
                refusal(() -> sites.coprocessors.clearBifrost(port(TwoSites.N, 4))));
        expected = "NOT_FOUND: N port 1 runs no Bifrost";
        assertEquals(expected, refusal(() -> sites.coprocessors.getBifrost(PORT)));
        assertEquals(expected, refusal(() -> sites.coprocessors.getBifrostCounters(PORT)));
    }

    @Test
    void saysByHowMuchHIsTooSmall() {
        leaveToCoprocessor();
        assertEquals(
                "INVALID_ARGUMENT: port 1, bifrost: queueBuffer: queueBuffer 424,999 B is 1 B below"
                        + " Delta + 2*Rs*T = 425,000 B, the minimum of Theorem 1",
                refusal(() -> set(bifrost().putSettings("queueBuffer", "424999"))));
        set(bifrost().putSettings("queueBuffer", "425000"));
        set(bifrost().putSettings("queueBuffer", "100000").putSettings("unsafe", "true"));
        assertEquals(
                "100000", sites.coprocessors.getBifrost(PORT).getSettingsOrThrow("queueBuffer"));
    }

    @Test
    void leakedFramesMustFitBesideTheLeastH() {
        leaveToCoprocessor();
        NamedScheme.Builder tight =
                bifrost().putSettings("queueBuffer", "425000").putSettings("leakPeriod", "4");
        assertEquals(
                "INVALID_ARGUMENT: port 1, bifrost: extraHeadroom: queueBuffer and extraHeadroom,"
                        + " 441,695 B, are 1 B below Delta + 2*Rs*T + k*MTU = 441,696 B, which k = 4"
                        + " leaked frames need",
                refusal(() -> set(tight.putSettings("extraHeadroom", "16695"))));
        set(tight.putSettings("extraHeadroom", "16696"));
        set(tight.putSettings("extraHeadroom", "0").putSettings("unsafe", "true"));
    }

    @Test
    void aSlotThatPauseQuantaCannotSayIsRefused() {
        leaveToCoprocessor();
        String refused =
                refusal(
                        () ->
                                set(
                                        bifrost()
                                                .putSettings("delay", "400000")
                                                .putSettings("slot", "335540")
                                                .putSettings("queueBuffer", "5000000")));
        assertTrue(
                refused.contains(
                        "slot: slot carries 4,194,250 B, more than the 4,194,240 B that 65535 pause"
                                + " quanta cover"),
                refused);
    }

    @Test
    void aRefusedSettingChangesNothing() {
        leaveToCoprocessor();
        set(bifrost());
        assertRefused(
                "INVALID_ARGUMENT: port 1, bifrost: slot", bifrost().putSettings("slot", "1000"));
        assertRefused(
                "INVALID_ARGUMENT: port 1, bifrost: slot", bifrost().putSettings("slot", "15000"));
        assertRefused(
                "INVALID_ARGUMENT: port 1, bifrost: priorities must be 1..255: 256",
                bifrost().putSettings("priorities", "256"));
        assertRefused(
                "INVALID_ARGUMENT: port 1, bifrost: leakPeriod: 'leakPeriod': 0 is out of range;"
                        + " expected a whole number from 1 to 1000000",
                bifrost().putSettings("leakPeriod", "0"));
        assertRefused(
                "INVALID_ARGUMENT: port 1, bifrost: rate: rate must be 1..100000000000, the port's"
                        + " line rate: 100000000001",
                bifrost().putSettings("rate", "100000000001"));
        assertRefused(
                "INVALID_ARGUMENT: port 1, bifrost: queueBuffer: queueBuffer and extraHeadroom,"
                        + " 8,000,001 B in total, exceed the buffer of 8,000,000 B",
                bifrost().putSettings("extraHeadroom", "7550001"));
        assertRefused(
                "INVALID_ARGUMENT: port 1, pfc: this coprocessor runs bifrost, bifrostX",
                TwoSites.pfc());
        assertRefused(
                "INVALID_ARGUMENT: port 1, bifrost: bifrost has no setting 'bdp'; it has [slot,",
                bifrost().putSettings("bdp", "375000"));
        assertEquals(bifrost().build(), sites.coprocessors.getBifrost(PORT));
        assertEquals(530_000, sites.counter(TwoSites.N, 1, Counter.RESERVED_BYTES));
    }

    @Test
    void namesEveryLimitThatIsBroken() {
        leaveToCoprocessor();
        String refused =
                refusal(
                        () ->
                                set(
                                        bifrost()
                                                .putSettings("slot", "1000")
                                                .putSettings("queueBuffer", "9000")));
        assertTrue(refused.contains("slot: ") && refused.contains("; queueBuffer: "), refused);
    }

    /** The delay is the link's and half of the pipeline's 500 ns. */
    @Test
    void takesRateAndDelayOfThePortsLink() {
        leaveToCoprocessor();
        NamedScheme.Builder ofLink = bifrost().removeSettings("rate").removeSettings("delay");
        assertEquals(ofLink.build(), set(ofLink));
        String refused = refusal(() -> set(ofLink.putSettings("queueBuffer", "431249")));
        assertTrue(refused.contains("is 1 B below Delta + 2*Rs*T = 431,250 B"), refused);
    }

    @Test
    void watchersSeeTheSettingsAtOnceAndAfterEveryChange() throws InterruptedException {
        leaveToCoprocessor();
        set(bifrost());
        Arrivals<BifrostPort, NamedScheme> watched = new Arrivals<>();
        BifrostCoprocessorGrpc.newStub(sites.channel).watchBifrost(PORT, watched);
        assertEquals(bifrost().build(), watched.next());
        NamedScheme.Builder changed = bifrost().putSettings("leakPeriod", "4");
        set(changed);
        assertEquals(changed.build(), watched.next());
        refusal(() -> set(bifrost().putSettings("slot", "1")));
        set(bifrost());
        assertEquals(bifrost().build(), watched.next());
        watched.cancel();
        assertEquals(Status.Code.CANCELLED, watched.end().getCode());
        set(changed);
        assertEquals(List.of(), watched.rest());
    }

    @Test
    void watchesEndWhereTheLabIsReset() throws InterruptedException {
        leaveToCoprocessor();
        set(bifrost());
        Arrivals<BifrostPort, NamedScheme> settings = new Arrivals<>();
        BifrostCoprocessorGrpc.newStub(sites.channel).watchBifrost(PORT, settings);
        settings.next();
        Arrivals<WatchBifrostCountersRequest, BifrostCounters> counters = new Arrivals<>();
        BifrostCoprocessorGrpc.newStub(sites.channel)
                .watchBifrostCounters(watch(PORT, 10_000), counters);
        counters.next();
        sites.reset();
        TwoSites.assertReset(settings);
        TwoSites.assertReset(counters);
    }

    @Test
    void countsWhatTheCoprocessorDoes() throws InterruptedException {
        leaveToCoprocessor();
        set(bifrost());
        sites.routed().overload();
        sites.runUntil(1_000_000);
        BifrostCounters counters = sites.coprocessors.getBifrostCounters(PORT);
        assertEquals(1_000_000, counters.getTimeNs());
        assertEquals(PORT, counters.getPort());
        assertEquals(500, counters.getSlots());
        assertEquals(
                sites.counter(TwoSites.N, 1, Counter.TX_PAUSE_FRAMES), counters.getFramesSent());
        assertTrue(counters.getFramesSent() > 100, counters.toString());
        assertEquals(80_000, counters.getLeakAllowanceBytes());
        assertEquals(0, counters.getBoundViolations());
        assertEquals(-1, counters.getFirstViolationNs());
        assertTrue(counters.getMinSumBytes() >= 375_000 + 25_000 - 4_200, counters.toString());
        assertTrue(counters.getMaxSumBytes() <= 450_000 + 80_000, counters.toString());
        assertEquals(0, sites.counter(TwoSites.N, 1, Counter.DROPPED_PACKETS));
    }

    @Test
    void bifrostXHoldsBackAnUpstreamThatRunsItByName() throws InterruptedException {
        leaveToCoprocessor();
        sites.switches.configureSwitch(
                config(
                        TwoSites.M,
                        PortFlowControl.newBuilder()
                                .setPort(TwoSites.M_TO_N)
                                .addSchemes(bifrostX())
                                .build()));
        set(bifrostX());
        sites.routed().overload();
        sites.runUntil(1_000_000);
        BifrostCounters counters = sites.coprocessors.getBifrostCounters(PORT);
        assertEquals(500, counters.getSlots());
        assertEquals(500, counters.getFramesSent(), "one frame each slot");
        assertEquals(0, counters.getBoundViolations());
        assertTrue(counters.getMaxQueueBytes() > 50_000, counters.toString());
        assertEquals(0, sites.counter(TwoSites.N, 1, Counter.DROPPED_PACKETS));
    }

    @Test
    void aPortMayRunBifrostXUpstreamByNameAndDownstreamByCoprocessor() throws InterruptedException {
        sites.switches.configureSwitch(
                config(
                        TwoSites.M,
                        coprocessorAt(TwoSites.M_TO_N).toBuilder().addSchemes(bifrostX()).build()));
        sites.switches.configureSwitch(
                config(
                        TwoSites.N,
                        coprocessorAt(TwoSites.N_TO_M).toBuilder().addSchemes(bifrostX()).build()));
        NamedScheme.Builder settings = bifrostX();
        sites.coprocessors.setBifrost(
                SetBifrostRequest.newBuilder()
                        .setPort(port(TwoSites.M, TwoSites.M_TO_N))
                        .setScheme(settings)
                        .build());
        set(settings);
        sites.routed().overload();
        sites.runUntil(1_000_000);
        BifrostCounters counters = sites.coprocessors.getBifrostCounters(PORT);
        assertEquals(500, counters.getFramesSent(), "one frame each slot");
        assertEquals(0, counters.getBoundViolations());
        assertEquals(530_000, sites.counter(TwoSites.N, 1, Counter.RESERVED_BYTES));
        assertEquals(0, sites.counter(TwoSites.N, 1, Counter.DROPPED_PACKETS));
    }

    @Test
    void watchersSeeCountersAtOnceAndAtEveryInterval() throws InterruptedException {
        leaveToCoprocessor();
        set(bifrost());
        Arrivals<WatchBifrostCountersRequest, BifrostCounters> watched = new Arrivals<>();
        BifrostCoprocessorGrpc.newStub(sites.channel)
                .watchBifrostCounters(watch(PORT, 10_000), watched);
        assertEquals(0, watched.next().getTimeNs());
        sites.runUntil(30_000);
        for (int slots = 5; slots <= 15; slots += 5) {
            BifrostCounters counters = watched.next();
            assertEquals(2_000L * slots, counters.getTimeNs());
            assertTrue(Math.abs(slots - counters.getSlots()) <= 1, "slots: " + counters.getSlots());
        }
        watched.cancel();
        assertEquals(Status.Code.CANCELLED, watched.end().getCode());
        assertEquals(90_000, sites.runUntil(90_000).getNowNs());
        assertEquals(
                "INVALID_ARGUMENT: interval_ns must be at least the slot, 2000: 1999",
                refusal(
                        () ->
                                sites.coprocessors
                                        .watchBifrostCounters(watch(PORT, 1_999))
                                        .hasNext()));
    }

    @Test
    void aCounterWatcherThatDoesNotReadMissesSamples() throws InterruptedException {
        leaveToCoprocessor();
        set(bifrost());
        Arrivals<WatchBifrostCountersRequest, BifrostCounters> watched = new Arrivals<>(1);
        BifrostCoprocessorGrpc.newStub(sites.channel)
                .watchBifrostCounters(watch(PORT, 2_000), watched);
        assertEquals(0, watched.next().getTimeNs());
        long now = 1_000_000_000;
        sites.runUntil(now);
        watched.readOn();
        List<BifrostCounters> samples = new ArrayList<>();
        while (samples.isEmpty() || samples.get(samples.size() - 1).getTimeNs() <= 1_000_000_000) {
            now += 100_000;
            sites.runUntil(now);
            samples.addAll(watched.rest());
        }
        assertTrue(samples.size() > 100_000, samples.size() + " samples");
        BifrostCounters last = samples.get(samples.size() - 1);
        assertTrue(samples.size() < last.getTimeNs() / 2_000, samples.size() + " samples");
        assertEquals(last.getTimeNs() / 2_000 - 1, last.getSlots());
        watched.cancel();
    }

    @Test
    void counterWatchersFollowNewSettings() throws InterruptedException {
        leaveToCoprocessor();
        set(bifrost());
        Arrivals<WatchBifrostCountersRequest, BifrostCounters> watched = new Arrivals<>();
        BifrostCoprocessorGrpc.newStub(sites.channel)
                .watchBifrostCounters(watch(PORT, 10_000), watched);
        assertEquals(80_000, watched.next().getLeakAllowanceBytes());
        set(bifrost().putSettings("extraHeadroom", "90000"));
        sites.runUntil(10_000);
        assertEquals(90_000, watched.next().getLeakAllowanceBytes());
        sites.switches.configureSwitch(config(TwoSites.N, pfcAt(1, pfc())));
        sites.runUntil(20_000);
        assertEquals("N port 1 runs no Bifrost", watched.end().getDescription());
    }

    @Test
    void settingsThatWereReplacedSendNoMorePauses() throws InterruptedException {
        leaveToCoprocessor();
        set(bifrost());
        set(bifrost());
        sites.runUntil(20_000);
        set(bifrost());
        sites.routed().overload();
        sites.runUntil(1_000_000);
        BifrostCounters counters = sites.coprocessors.getBifrostCounters(PORT);
        assertEquals(490, counters.getSlots());
        assertEquals(
                counters.getFramesSent(), sites.counter(TwoSites.N, 1, Counter.TX_PAUSE_FRAMES));
        sites.runUntil(3_000_000);
        long pauses = sites.counter(TwoSites.N, 1, Counter.TX_PAUSE_FRAMES);
        sites.switches.configureSwitch(config(TwoSites.N, pfcAt(1, pfc())));
        sites.runUntil(4_000_000);
        assertEquals(pauses, sites.counter(TwoSites.N, 1, Counter.TX_PAUSE_FRAMES));
    }

    @Test
    void aClearedPortSendsNoMorePausesAndGivesItsBufferBack() throws InterruptedException {
        leaveToCoprocessor();
        set(bifrost());
        sites.routed().overload();
        sites.runUntil(3_000_000);
        long pauses = sites.counter(TwoSites.N, 1, Counter.TX_PAUSE_FRAMES);
        assertTrue(pauses > 100, "pauses: " + pauses);
        clear();
        assertEquals("NOT_FOUND: " + NONE, refusal(() -> sites.coprocessors.getBifrost(PORT)));
        assertEquals(
                "NOT_FOUND: " + NONE, refusal(() -> sites.coprocessors.getBifrostCounters(PORT)));
        assertEquals(0, sites.counter(TwoSites.N, 1, Counter.RESERVED_BYTES));
        sites.runUntil(4_000_000);
        assertEquals(pauses, sites.counter(TwoSites.N, 1, Counter.TX_PAUSE_FRAMES));
        set(bifrost());
        sites.runUntil(5_000_000);
        assertEquals(500, sites.coprocessors.getBifrostCounters(PORT).getSlots());
    }

    @Test
    void clearingWhereNoBifrostRunsChangesNothing() {
        clear();
        leaveToCoprocessor();
        set(bifrost());
        clear();
        clear();
        assertEquals(bifrost().build(), set(bifrost()));
        sites.switches.configureSwitch(config(TwoSites.N, pfcAt(1, pfc())));
        long reserved = sites.counter(TwoSites.N, 1, Counter.RESERVED_BYTES);
        assertTrue(reserved > 0, "reserved: " + reserved);
        clear();
        assertEquals(reserved, sites.counter(TwoSites.N, 1, Counter.RESERVED_BYTES));
    }

    @Test
    void aPortThatBuffersPacketsIsNotCleared() throws InterruptedException {
        leaveToCoprocessor();
        set(bifrost());
        sites.routed().overload();
        sites.runUntil(200_000);
        assertEquals(
                "FAILED_PRECONDITION: the port buffers packets; change its flow control while it is"
                        + " idle",
                refusal(this::clear));
        assertEquals(bifrost().build(), sites.coprocessors.getBifrost(PORT));
        long slots = sites.coprocessors.getBifrostCounters(PORT).getSlots();
        sites.runUntil(300_000);
        assertEquals(slots + 50, sites.coprocessors.getBifrostCounters(PORT).getSlots());
    }

    @Test
    void watchersOfAPortAreToldThatItsBifrostHasEnded() throws InterruptedException {
        leaveToCoprocessor();
        set(bifrost());
        Arrivals<BifrostPort, NamedScheme> settings = watchSettings();
        Arrivals<WatchBifrostCountersRequest, BifrostCounters> counters = new Arrivals<>();
        BifrostCoprocessorGrpc.newStub(sites.channel)
                .watchBifrostCounters(watch(PORT, 10_000), counters);
        assertEquals(0, counters.next().getTimeNs());
        clear();
        Status end = settings.end();
        assertEquals(Status.Code.NOT_FOUND, end.getCode());
        assertEquals(NONE, end.getDescription());
        sites.runUntil(10_000);
        end = counters.end();
        assertEquals(Status.Code.NOT_FOUND, end.getCode());
        assertEquals(NONE, end.getDescription());

        set(bifrost());
        Arrivals<BifrostPort, NamedScheme> again = watchSettings();
        sites.switches.configureSwitch(config(TwoSites.N, pfcAt(1, pfc())));
        assertEquals(NONE, again.end().getDescription());
        assertEquals(List.of(), settings.rest());
        assertEquals(List.of(), counters.rest());
    }

    private Arrivals<BifrostPort, NamedScheme> watchSettings() throws InterruptedException {
        Arrivals<BifrostPort, NamedScheme> watched = new Arrivals<>();
        BifrostCoprocessorGrpc.newStub(sites.channel).watchBifrost(PORT, watched);
        assertEquals(bifrost().build(), watched.next());
        return watched;
    }

    private void clear() {
        assertEquals(
                ClearBifrostResponse.getDefaultInstance(), sites.coprocessors.clearBifrost(PORT));
    }

    private static NamedScheme.Builder bifrostX() {
        return bifrost().setName("bifrostX").putSettings("alloc", "workConserving");
    }

    private void leaveToCoprocessor() {
        sites.switches.configureSwitch(config(TwoSites.N, coprocessorAt(TwoSites.N_TO_M)));
    }

    private NamedScheme set(NamedScheme.Builder settings) {
        return sites.coprocessors.setBifrost(
                SetBifrostRequest.newBuilder().setPort(PORT).setScheme(settings).build());
    }

    private void assertRefused(String expected, NamedScheme.Builder settings) {
        String refused = refusal(() -> set(settings));
        assertTrue(refused.startsWith(expected), refused);
    }

    private static WatchBifrostCountersRequest watch(BifrostPort port, long intervalNanos) {
        return WatchBifrostCountersRequest.newBuilder()
                .setPort(port)
                .setIntervalNs(intervalNanos)
                .build();
    }
}
