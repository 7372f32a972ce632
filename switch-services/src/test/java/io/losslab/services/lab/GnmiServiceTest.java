package io.losslab.services.lab;

import static io.losslab.services.lab.TwoSites.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.CapabilityRequest;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.Poll;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.SetResponse;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Subscription;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.proto.gnmi.SubscriptionMode;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.UpdateResult;
import io.losslab.proto.gnmi.gNMIGrpc;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.PortFlowControl;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GnmiServiceTest {
    private static final String PFC = "/qos/interfaces/interface[interface-id=Ethernet2]/pfc";
    private static final String ENABLE =
            PFC + "/pfc-priorities/pfc-priority[dot1p=3]/config/enable";
    private static final String COUNTERS = "/interfaces/interface[name=Ethernet1]/state/counters";

    private final TwoSites lab = new TwoSites();
    private final gNMIGrpc.gNMIBlockingStub gnmi =
            gNMIGrpc.newBlockingStub(lab.channel).withDeadlineAfter(5, TimeUnit.MINUTES);

    @AfterEach
    void stop() {
        lab.close();
    }

    @Test
    void capabilitiesNameModelsEncodingsAndVersion() {
        CapabilityResponse can = gnmi.capabilities(CapabilityRequest.getDefaultInstance());
        assertTrue(
                can.getSupportedModelsList().stream()
                        .map(ModelData::getName)
                        .toList()
                        .containsAll(
                                List.of(
                                        "openconfig-interfaces",
                                        "openconfig-qos",
                                        "losslab-flow-control")));
        assertEquals(
                List.of(Encoding.JSON, Encoding.JSON_IETF, Encoding.PROTO),
                can.getSupportedEncodingsList());
        assertEquals("0.10.0", can.getGNMIVersion());
    }

    @Test
    void aContainerIsOneJsonObjectWithQualifiedNamesAndCountersAsStrings() {
        GetResponse got = get("M", Encoding.JSON_IETF, COUNTERS);
        assertEquals("M", got.getNotification(0).getPrefix().getTarget());
        Update update = got.getNotification(0).getUpdate(0);
        assertEquals(COUNTERS, PathText.format(update.getPath()));
        assertEquals(
                "{\"openconfig-interfaces:in-octets\":\"0\",\"openconfig-interfaces:in-pkts\":\"0\","
                        + "\"openconfig-interfaces:in-discards\":\"0\","
                        + "\"openconfig-interfaces:out-octets\":\"0\","
                        + "\"openconfig-interfaces:out-pkts\":\"0\","
                        + "\"openconfig-interfaces:out-discards\":\"0\"}",
                update.getVal().getJsonIetfVal().toStringUtf8());
    }

    @Test
    void aListIsOneValueForEachEntryWithItsKeys() {
        List<Update> found =
                get("M", Encoding.JSON_IETF, "/interfaces/interface/config")
                        .getNotification(0)
                        .getUpdateList();
        assertEquals(
                List.of(
                        "/interfaces/interface[name=Ethernet1]/config",
                        "/interfaces/interface[name=Ethernet2]/config"),
                found.stream().map(update -> PathText.format(update.getPath())).toList());
        assertEquals(
                "{\"openconfig-interfaces:name\":\"Ethernet1\",\"openconfig-interfaces:enabled\":true,"
                        + "\"openconfig-interfaces:mtu\":4174}",
                found.get(0).getVal().getJsonIetfVal().toStringUtf8());
    }

    @Test
    void wildcardsFindAllThatMatch() {
        Map<String, TypedValue> both =
                Map.of(
                        "/interfaces/interface[name=Ethernet1]/state/oper-status",
                        text("UP"),
                        "/interfaces/interface[name=Ethernet2]/state/oper-status",
                        text("UP"));
        assertEquals(both, values("M", "/interfaces/interface[name=*]/state/oper-status"));
        assertEquals(both, values("M", "/interfaces/*/state/oper-status"));
        assertEquals(both, values("M", "/.../oper-status"));
        assertEquals(
                text("SPEED_100GB"),
                values("N", "/interfaces/interface[name=Ethernet3]/ethernet/state/port-speed")
                        .values()
                        .iterator()
                        .next());
    }

    @Test
    void theTargetIsANameOrADeviceIdAndSystemSaysWho() {
        String hostname = "/system/state/hostname";
        assertEquals(Map.of(hostname, text("N")), values("N", hostname));
        assertEquals(Map.of(hostname, text("N")), values(String.valueOf(TwoSites.N), hostname));
    }

    @Test
    void dataTypesSelectConfigStateAndOperational() {
        String at = "/interfaces/interface[name=Ethernet1]/.../enabled";
        assertEquals(
                List.of("/interfaces/interface[name=Ethernet1]/config/enabled"),
                typed(GetRequest.DataType.CONFIG, at));
        assertEquals(
                List.of("/interfaces/interface[name=Ethernet1]/state/enabled"),
                typed(GetRequest.DataType.STATE, at));
        assertEquals(List.of(), typed(GetRequest.DataType.OPERATIONAL, at));
    }

    @Test
    void whatIsUnknownIsNotFoundAndNamed() {
        assertEquals(
                "NOT_FOUND: no node 'counter' below /interfaces/interface[name=Ethernet1]/state;"
                        + " available: admin-status, counters, enabled, ifindex, mtu, name,"
                        + " oper-status",
                refusal(
                        () ->
                                get(
                                        "M",
                                        Encoding.PROTO,
                                        "/interfaces/interface[name=Ethernet1]/state/counter")));
        assertEquals(
                "NOT_FOUND: no node 'interface[name=Ethernet9]' below /interfaces; available:"
                        + " interface[name=Ethernet1], interface[name=Ethernet2]",
                refusal(() -> get("M", Encoding.PROTO, "/interfaces/interface[name=Ethernet9]")));
        assertEquals(
                "NOT_FOUND: unknown target 'X'; targets: [M, N]",
                refusal(() -> get("X", Encoding.PROTO, "/system")));
        assertEquals(
                "INVALID_ARGUMENT: prefix.target is empty; it must name one of [M, N]",
                refusal(() -> get("", Encoding.PROTO, "/system")));
        assertEquals(
                "UNIMPLEMENTED: encoding ASCII is not supported; supported: [JSON, JSON_IETF, PROTO]",
                refusal(() -> get("M", Encoding.ASCII, "/system")));
    }

    @Test
    void pfcSetHereIsWhatSwitchControlReads() {
        SetResponse done = gnmi.set(pfcOn(500_000, 400_000).build());
        assertEquals(
                Collections.nCopies(4, UpdateResult.Operation.UPDATE),
                done.getResponseList().stream().map(UpdateResult::getOp).toList());
        assertEquals(TwoSites.pfcAt(2, TwoSites.pfc()), portOfSwitchControl(2));
        assertEquals(
                Map.of(ENABLE.replace("config", "state"), bool(true)),
                values("M", ENABLE.replace("config", "state")));
    }

    @Test
    void pfcSetBySwitchControlIsWhatGnmiReads() {
        lab.switches.configureSwitch(
                TwoSites.config(TwoSites.M, TwoSites.pfcAt(2, TwoSites.pfc())));
        assertEquals(
                Map.of(
                        PFC + "/thresholds/config/xoff-bytes",
                        number(500_000),
                        PFC + "/thresholds/state/xoff-bytes",
                        number(500_000)),
                values("M", PFC + "/thresholds/.../xoff-bytes"));
        assertEquals(Map.of(ENABLE, bool(true)), values("M", ENABLE));
        assertEquals(
                Map.of("/qos/shared-buffer/state/size-bytes", number(TwoSites.BUFFER)),
                values("M", "/qos/shared-buffer/state"));
    }

    @Test
    void aWholePfcContainerComesAsJson() {
        String json =
                "{\"losslab-flow-control:thresholds\":{\"config\":{\"xoff-bytes\":\"500000\","
                        + "\"xon-bytes\":\"400000\",\"headroom-bytes\":\"450000\"}},"
                        + "\"pfc-priorities\":{\"pfc-priority\":[{\"dot1p\":3,"
                        + "\"config\":{\"dot1p\":3,\"enable\":true}}]}}";
        gnmi.set(
                request("M")
                        .addReplace(
                                Update.newBuilder()
                                        .setPath(PathText.parse(PFC))
                                        .setVal(
                                                TypedValue.newBuilder()
                                                        .setJsonIetfVal(
                                                                ByteString.copyFromUtf8(json))))
                        .build());
        assertEquals(TwoSites.pfcAt(2, TwoSites.pfc()), portOfSwitchControl(2));
    }

    @Test
    void thresholdsOfAPortWithoutPfcWaitUntilAPriorityIsEnabled() {
        gnmi.set(
                request("M")
                        .addUpdate(update(PFC + "/thresholds/config/xoff-bytes", number(500_000)))
                        .build());
        assertEquals(
                Map.of(
                        PFC + "/thresholds/config/xoff-bytes",
                        number(500_000),
                        PFC + "/thresholds/state/xoff-bytes",
                        number(0)),
                values("M", PFC + "/thresholds/.../xoff-bytes"));
        assertEquals(PortFlowControl.newBuilder().setPort(2).build(), portOfSwitchControl(2));
        gnmi.set(request("M").addUpdate(update(ENABLE, bool(true))).build());
        assertEquals("500000", portOfSwitchControl(2).getSchemes(0).getSettingsOrThrow("xoff"));
    }

    @Test
    void levelsThatTheThresholdInForceDoesNotUseAreKept() {
        gnmi.set(pfcOn(500_000, 400_000).build());
        gnmi.set(
                request("M")
                        .addUpdate(update(PFC + "/thresholds/config/mode", text("DYNAMIC")))
                        .addUpdate(
                                update(
                                        PFC + "/thresholds/config/alpha",
                                        TypedValue.newBuilder().setDoubleVal(0.5).build()))
                        .build());
        assertEquals(
                Map.of(
                        PFC + "/thresholds/config/xoff-bytes",
                        number(500_000),
                        PFC + "/thresholds/state/xoff-bytes",
                        number(0)),
                values("M", PFC + "/thresholds/.../xoff-bytes"));
        gnmi.set(
                request("M")
                        .addUpdate(update(PFC + "/thresholds/config/mode", text("STATIC")))
                        .build());
        assertEquals(TwoSites.pfcAt(2, TwoSites.pfc()), portOfSwitchControl(2));
    }

    @Test
    void deletingPutsSettingsBackToTheirDefaults() {
        gnmi.set(pfcOn(500_000, 400_000).build());
        SetResponse done = gnmi.set(request("M").addDelete(PathText.parse(PFC)).build());
        assertEquals(UpdateResult.Operation.DELETE, done.getResponse(0).getOp());
        assertEquals(PortFlowControl.newBuilder().setPort(2).build(), portOfSwitchControl(2));
        assertEquals(
                number(0),
                values("M", PFC + "/thresholds/config/xoff-bytes").values().iterator().next());
    }

    @Test
    void aRefusedSetChangesNothing() {
        assertEquals(
                "INVALID_ARGUMENT: port 2, pfc: xon: xon 600,000 B is 100,000 B above xoff; expected at"
                        + " most xoff, 500KB",
                refusal(() -> gnmi.set(pfcOn(500_000, 600_000).build())));
        assertEquals(
                "INVALID_ARGUMENT: /interfaces/interface[name=Ethernet1]/config/enabled cannot be"
                        + " changed on this switch: it is true, not false",
                refusal(
                        () ->
                                gnmi.set(
                                        pfcOn(500_000, 400_000)
                                                .addUpdate(
                                                        update(
                                                                "/interfaces/interface[name=Ethernet1]/config/enabled",
                                                                bool(false)))
                                                .build())));
        assertEquals(PortFlowControl.newBuilder().setPort(2).build(), portOfSwitchControl(2));
        assertEquals(
                number(0),
                values("M", PFC + "/thresholds/config/xoff-bytes").values().iterator().next());
    }

    @Test
    void valuesOfTheWrongKindAreRefusedByPath() {
        assertEquals(
                "INVALID_ARGUMENT: " + ENABLE + " needs true or false, not 1",
                refusal(() -> gnmi.set(request("M").addUpdate(update(ENABLE, number(1))).build())));
        assertEquals(
                "INVALID_ARGUMENT: "
                        + PFC
                        + "/thresholds/config/mode needs one of [STATIC, DYNAMIC], not static",
                refusal(
                        () ->
                                gnmi.set(
                                        request("M")
                                                .addUpdate(
                                                        update(
                                                                PFC + "/thresholds/config/mode",
                                                                text("static")))
                                                .build())));
        assertEquals(
                "INVALID_ARGUMENT: " + PFC + "/* has wildcards, which Set does not support",
                refusal(
                        () ->
                                gnmi.set(
                                        request("M")
                                                .addDelete(PathText.parse(PFC + "/*"))
                                                .build())));
    }

    @Test
    void countersAreThoseOfSwitchControlAndQueuesAddUpToPorts() throws InterruptedException {
        lab.routed();
        lab.switches.configureSwitch(
                TwoSites.config(TwoSites.N, TwoSites.pfcAt(1, TwoSites.pfc())));
        lab.overload();
        lab.runUntil(400_000);
        assertCounter(Counter.RX_BYTES, COUNTERS + "/in-octets");
        assertCounter(Counter.RX_PACKETS, COUNTERS + "/in-pkts");
        assertCounter(Counter.TX_BYTES, COUNTERS + "/out-octets");
        assertCounter(Counter.DROPPED_PACKETS, COUNTERS + "/in-discards");
        assertCounter(
                Counter.TX_PAUSE_FRAMES,
                "/interfaces/interface[name=Ethernet1]/ethernet/state/counters/out-mac-pause-frames");
        assertCounter(
                Counter.TX_PAUSE_FRAMES,
                "/qos/interfaces/interface[interface-id=Ethernet1]/pfc/pfc-priorities/pfc-priority[dot1p=3]/state/statistics/pause-frames-tx");
        assertTrue(lab.counter(TwoSites.N, 1, Counter.TX_PAUSE_FRAMES) > 0);
        long received = lab.counter(TwoSites.N, 1, Counter.RX_BYTES);
        received += lab.counter(TwoSites.N, 3, Counter.RX_BYTES);
        long sent =
                sum(
                        values(
                                "N",
                                "/qos/interfaces/interface/output/queues/queue/state/transmit-octets"));
        long waiting =
                sum(values("N", "/qos/interfaces/interface/output/queues/queue/state/queue-len"));
        assertEquals(received, sent + waiting);
        assertTrue(waiting > 0);
    }

    @Test
    void samplesComeAtMultiplesOfTheIntervalOfVirtualTime() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .addSubscription(
                                        sample(COUNTERS + "/out-octets")
                                                .setSampleInterval(10_000)));
        assertEquals(0, answers.next().getUpdate().getTimestamp());
        assertTrue(answers.next().getSyncResponse());
        lab.runUntil(35_000);
        assertEquals(10_000, answers.next().getUpdate().getTimestamp());
        assertEquals(20_000, answers.next().getUpdate().getTimestamp());
        assertEquals(30_000, answers.next().getUpdate().getTimestamp());
        answers.cancel();
    }

    @Test
    void redundantSamplesAreSuppressedUpToTheHeartbeat() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .addSubscription(
                                        sample(COUNTERS + "/out-octets")
                                                .setSampleInterval(10_000)
                                                .setSuppressRedundant(true)
                                                .setHeartbeatInterval(50_000)));
        answers.next();
        answers.next();
        lab.runUntil(120_000);
        assertEquals(50_000, answers.next().getUpdate().getTimestamp());
        assertEquals(100_000, answers.next().getUpdate().getTimestamp());
        assertEquals(List.of(), answers.rest());
        answers.cancel();
    }

    @Test
    void changesOfTheConfigurationAreToldWhoeverMakesThem() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .addSubscription(
                                        Subscription.newBuilder()
                                                .setPath(PathText.parse(PFC + "/.../enable"))
                                                .setMode(SubscriptionMode.ON_CHANGE)));
        assertEquals(16, answers.next().getUpdate().getUpdateCount());
        assertTrue(answers.next().getSyncResponse());
        lab.switches.configureSwitch(
                TwoSites.config(TwoSites.M, TwoSites.pfcAt(2, TwoSites.pfc())));
        assertEquals(
                Map.of(ENABLE, bool(true), ENABLE.replace("config", "state"), bool(true)),
                byPath(answers.next().getUpdate()));
        gnmi.set(request("M").addUpdate(update(ENABLE, bool(false))).build());
        assertEquals(
                Map.of(ENABLE, bool(false), ENABLE.replace("config", "state"), bool(false)),
                byPath(answers.next().getUpdate()));
        answers.cancel();
    }

    @Test
    void onChangeOfACounterIsRefused() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .addSubscription(
                                        Subscription.newBuilder()
                                                .setPath(PathText.parse(COUNTERS))
                                                .setMode(SubscriptionMode.ON_CHANGE)));
        assertEquals(
                COUNTERS
                        + " includes "
                        + COUNTERS
                        + "/in-octets, which changes with every packet: ON_CHANGE is not supported; use"
                        + " SAMPLE",
                answers.end().getDescription());
    }

    @Test
    void targetDefinedSamplesCountersAndWatchesTheRest() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.STREAM)
                                .setUpdatesOnly(true)
                                .addSubscription(
                                        Subscription.newBuilder()
                                                .setPath(
                                                        PathText.parse(
                                                                "/interfaces/interface[name=Ethernet1]/state"))));
        assertTrue(answers.next().getSyncResponse());
        lab.runUntil(1_500_000);
        Notification sample = answers.next().getUpdate();
        assertEquals(1_000_000, sample.getTimestamp());
        assertEquals(6, sample.getUpdateCount());
        assertEquals(List.of(), answers.rest());
        answers.cancel();
    }

    @Test
    void onceEndsTheStreamAfterTheValues() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers =
                subscribe(
                        list(SubscriptionList.Mode.ONCE).addSubscription(sample("/system/state")));
        assertEquals(2, answers.next().getUpdate().getUpdateCount());
        assertTrue(answers.next().getSyncResponse());
        assertTrue(answers.end().isOk());
    }

    @Test
    void pollSendsTheValuesAnewEachTime() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers = new Arrivals<>();
        StreamObserver<SubscribeRequest> requests =
                gNMIGrpc.newStub(lab.channel).subscribe(answers);
        requests.onNext(
                SubscribeRequest.newBuilder()
                        .setSubscribe(
                                list(SubscriptionList.Mode.POLL)
                                        .addSubscription(sample(COUNTERS + "/in-pkts")))
                        .build());
        for (long time : new long[] {0, 5_000, 9_000}) {
            assertEquals(time, answers.next().getUpdate().getTimestamp());
            assertTrue(answers.next().getSyncResponse());
            lab.runUntil(time == 0 ? 5_000 : 9_000);
            if (time < 9_000) {
                requests.onNext(
                        SubscribeRequest.newBuilder().setPoll(Poll.getDefaultInstance()).build());
            }
        }
        requests.onCompleted();
        assertTrue(answers.end().isOk());
    }

    @Test
    void aSubscriptionThatCannotBeIsRefusedWithTheReason() throws InterruptedException {
        assertEquals(
                "sample_interval must be 1000 ns to a day: 999",
                subscribe(
                                list(SubscriptionList.Mode.STREAM)
                                        .addSubscription(
                                                sample("/interfaces").setSampleInterval(999)))
                        .end()
                        .getDescription());
        assertEquals(
                "the SubscriptionList has no subscription",
                subscribe(list(SubscriptionList.Mode.ONCE)).end().getDescription());
        Arrivals<SubscribeRequest, SubscribeResponse> answers = new Arrivals<>();
        gNMIGrpc.newStub(lab.channel)
                .subscribe(answers)
                .onNext(SubscribeRequest.newBuilder().setPoll(Poll.getDefaultInstance()).build());
        assertEquals(
                "the first message must be a SubscriptionList", answers.end().getDescription());
    }

    private void assertCounter(Counter counter, String path) {
        assertEquals(Map.of(path, number(lab.counter(TwoSites.N, 1, counter))), values("N", path));
    }

    private PortFlowControl portOfSwitchControl(int port) {
        return lab.switches
                .getSwitchConfig(GetSwitchRequest.newBuilder().setDeviceId(TwoSites.M).build())
                .getPorts(port - 1);
    }

    private static SetRequest.Builder pfcOn(long xoff, long xon) {
        return request("M")
                .addUpdate(update(PFC + "/thresholds/config/xoff-bytes", number(xoff)))
                .addUpdate(update(PFC + "/thresholds/config/xon-bytes", number(xon)))
                .addUpdate(update(PFC + "/thresholds/config/headroom-bytes", number(450_000)))
                .addUpdate(update(ENABLE, bool(true)));
    }

    private Arrivals<SubscribeRequest, SubscribeResponse> subscribe(SubscriptionList.Builder list) {
        Arrivals<SubscribeRequest, SubscribeResponse> answers = new Arrivals<>();
        gNMIGrpc.newStub(lab.channel)
                .subscribe(answers)
                .onNext(SubscribeRequest.newBuilder().setSubscribe(list).build());
        return answers;
    }

    private static SubscriptionList.Builder list(SubscriptionList.Mode mode) {
        return SubscriptionList.newBuilder()
                .setPrefix(target("M"))
                .setMode(mode)
                .setEncoding(Encoding.PROTO);
    }

    private static Subscription.Builder sample(String path) {
        return Subscription.newBuilder()
                .setPath(PathText.parse(path))
                .setMode(SubscriptionMode.SAMPLE);
    }

    private static SetRequest.Builder request(String target) {
        return SetRequest.newBuilder().setPrefix(target(target));
    }

    private GetResponse get(String target, Encoding encoding, String path) {
        return gnmi.get(
                GetRequest.newBuilder()
                        .setPrefix(target(target))
                        .setEncoding(encoding)
                        .addPath(PathText.parse(path))
                        .build());
    }

    private List<String> typed(GetRequest.DataType type, String path) {
        return gnmi
                .get(
                        GetRequest.newBuilder()
                                .setPrefix(target("M"))
                                .setEncoding(Encoding.PROTO)
                                .setType(type)
                                .addPath(PathText.parse(path))
                                .build())
                .getNotification(0)
                .getUpdateList()
                .stream()
                .map(update -> PathText.format(update.getPath()))
                .toList();
    }

    private Map<String, TypedValue> values(String target, String path) {
        return byPath(get(target, Encoding.PROTO, path).getNotification(0));
    }

    private static Map<String, TypedValue> byPath(Notification notification) {
        Map<String, TypedValue> values = new TreeMap<>();
        notification
                .getUpdateList()
                .forEach(update -> values.put(PathText.format(update.getPath()), update.getVal()));
        return values;
    }

    private static long sum(Map<String, TypedValue> values) {
        return values.values().stream().mapToLong(TypedValue::getUintVal).sum();
    }

    private static Path target(String name) {
        return Path.newBuilder().setTarget(name).build();
    }

    private static Update update(String path, TypedValue value) {
        return Update.newBuilder().setPath(PathText.parse(path)).setVal(value).build();
    }

    private static TypedValue text(String value) {
        return TypedValue.newBuilder().setStringVal(value).build();
    }

    private static TypedValue number(long value) {
        return TypedValue.newBuilder().setUintVal(value).build();
    }

    private static TypedValue bool(boolean value) {
        return TypedValue.newBuilder().setBoolVal(value).build();
    }
}
