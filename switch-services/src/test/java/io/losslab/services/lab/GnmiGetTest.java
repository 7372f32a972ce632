package io.losslab.services.lab;

import static io.losslab.services.lab.TwoSites.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.CapabilityRequest;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.v1.Counter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reading by gNMI: capabilities, paths, encodings, targets. */
class GnmiGetTest extends GnmiSites {
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
    void withoutATargetTheFirstSwitchIsMeantAndTheAnswerHasNoneEither() {
        GetResponse got = get("", Encoding.PROTO, "/system/state/hostname");
        assertEquals(Map.of("/system/state/hostname", text("M")), byPath(got.getNotification(0)));
        assertEquals("", got.getNotification(0).getPrefix().getTarget());
    }

    @Test
    void namesMayBeQualifiedWithTheirModules() {
        assertEquals(
                Map.of(COUNTERS + "/in-pkts", number(0)),
                values(
                        "M",
                        "/openconfig-interfaces:interfaces/openconfig-interfaces:interface[name=Ethernet1]/state/openconfig-interfaces:counters/in-pkts"));
        assertEquals(
                2,
                values(
                                "M",
                                "/openconfig-interfaces:interfaces/*/openconfig-if-ethernet:ethernet/state/port-speed")
                        .size());
        assertEquals(
                "NOT_FOUND: no node 'openconfig-qos:interfaces' below /; available: components,"
                        + " interfaces, qos, system",
                refusal(() -> get("M", Encoding.PROTO, "/openconfig-qos:interfaces")));
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
                "UNIMPLEMENTED: encoding ASCII is not supported; supported: [JSON, JSON_IETF,"
                        + " PROTO]",
                refusal(() -> get("M", Encoding.ASCII, "/system")));
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

    private void assertCounter(Counter counter, String path) {
        assertEquals(Map.of(path, number(lab.counter(TwoSites.N, 1, counter))), values("N", path));
    }

    private static long sum(Map<String, TypedValue> values) {
        return values.values().stream().mapToLong(TypedValue::getUintVal).sum();
    }
}
