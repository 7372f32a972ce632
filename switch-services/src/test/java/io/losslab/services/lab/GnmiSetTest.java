package io.losslab.services.lab;

import static io.losslab.services.lab.TwoSites.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.SetResponse;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.UpdateResult;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.PortFlowControl;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Setting by gNMI: all of a request or nothing of it. */
class GnmiSetTest extends GnmiSites {
    private static final String XOFF = PFC + "/thresholds/config/xoff-bytes";
    private static final String THRESHOLDS =
            "{\"losslab-flow-control:thresholds\":{\"config\":{\"xoff-bytes\":\"500000\","
                    + "\"xon-bytes\":\"400000\",\"headroom-bytes\":\"450000\"}}}";
    private static final String PRIORITY =
            "{\"pfc-priorities\":{\"pfc-priority\":[{\"dot1p\":3,"
                    + "\"config\":{\"dot1p\":3,\"enable\":true}}]}}";

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

    /** A queue without flow control has no threshold in the schema of gNMI here. */
    @Test
    void aSetKeepsTheThresholdOfQueuesWithoutFlowControl() {
        lab.switches.configureSwitch(
                TwoSites.config(TwoSites.M).toBuilder().setLossyAlpha(0.5).build());
        gnmi.set(pfcOn(500_000, 400_000).build());
        GetSwitchRequest m = GetSwitchRequest.newBuilder().setDeviceId(TwoSites.M).build();
        assertEquals(0.5, lab.switches.getSwitchConfig(m).getLossyAlpha());
    }

    @Test
    void aSetLeavesQueuesToTheProgramThatHasThem() {
        PortFlowControl programmed =
                TwoSites.pfcAt(2, TwoSites.pfc()).toBuilder().setProgram(true).build();
        lab.switches.configureSwitch(TwoSites.config(TwoSites.M, programmed));
        gnmi.set(pfcOn(600_000, 400_000).build());
        assertEquals(
                TwoSites.pfcAt(2, TwoSites.pfc().putSettings("xoff", "600000")).toBuilder()
                        .setProgram(true)
                        .build(),
                portOfSwitchControl(2));
        gnmi.set(request("M").addUpdate(update(ENABLE, bool(false))).build());
        assertEquals(
                PortFlowControl.newBuilder().setPort(2).setProgram(true).build(),
                portOfSwitchControl(2));
    }

    @Test
    void pfcTakesThePlaceOfTheCoprocessor() {
        lab.switches.configureSwitch(TwoSites.config(TwoSites.M, TwoSites.coprocessorAt(2)));
        gnmi.set(pfcOn(500_000, 400_000).build());
        assertEquals(TwoSites.pfcAt(2, TwoSites.pfc()), portOfSwitchControl(2));
    }

    @Test
    void aWholePfcContainerComesAsJson() {
        String whole =
                THRESHOLDS.substring(0, THRESHOLDS.length() - 1) + "," + PRIORITY.substring(1);
        gnmi.set(request("M").addReplace(update(PFC, json(whole))).build());
        assertEquals(TwoSites.pfcAt(2, TwoSites.pfc()), portOfSwitchControl(2));
    }

    @Test
    void settingsAreNamedWithTheirModules() {
        String qualified =
                "/openconfig-qos:qos/interfaces/interface[interface-id=Ethernet2]/openconfig-qos-ext:pfc";
        gnmi.set(
                pfcOn(500_000, 400_000)
                        .setUpdate(
                                0,
                                update(
                                        qualified
                                                + "/losslab-flow-control:thresholds/config/xoff-bytes",
                                        number(500_000)))
                        .build());
        assertEquals(TwoSites.pfcAt(2, TwoSites.pfc()), portOfSwitchControl(2));
        assertEquals(
                "NOT_FOUND: no node 'openconfig-qos:pfc' below"
                        + " /qos/interfaces/interface[interface-id=Ethernet2]; available: buffer,"
                        + " config, interface-id, output, pfc, state",
                refusal(
                        () ->
                                gnmi.set(
                                        request("M")
                                                .addUpdate(
                                                        update(
                                                                ENABLE.replace(
                                                                        "/pfc/",
                                                                        "/openconfig-qos:pfc/"),
                                                                bool(true)))
                                                .build())));
    }

    @Test
    void aUnionReplacesAllBelowItsPaths() {
        gnmi.set(
                pfcOn(600_000, 500_000)
                        .addUpdate(update(ENABLE.replace("dot1p=3", "dot1p=5"), bool(true)))
                        .build());
        SetResponse done = gnmi.set(union(PFC, THRESHOLDS, PRIORITY).build());
        assertEquals(
                Collections.nCopies(2, UpdateResult.Operation.UNION_REPLACE),
                done.getResponseList().stream().map(UpdateResult::getOp).toList());
        assertEquals(TwoSites.pfcAt(2, TwoSites.pfc()), portOfSwitchControl(2));
    }

    @Test
    void aUnionHasOneValueForEachSettingAndStandsAlone() {
        gnmi.set(union(PFC, THRESHOLDS, PRIORITY).build());
        assertEquals(
                "INVALID_ARGUMENT: "
                        + PFC
                        + "/thresholds/config/xoff-bytes is given two values by the union: 500000"
                        + " and 600000",
                refusal(
                        () ->
                                gnmi.set(
                                        union(
                                                        PFC,
                                                        THRESHOLDS,
                                                        THRESHOLDS.replace("500000", "600000"))
                                                .build())));
        assertEquals(
                "INVALID_ARGUMENT: a request with union_replace must not have delete, replace or"
                        + " update",
                refusal(
                        () ->
                                gnmi.set(
                                        union(PFC, THRESHOLDS)
                                                .addDelete(PathText.parse(PFC))
                                                .build())));
        SetRequest.Builder foreign = union(PFC, THRESHOLDS);
        foreign.getUnionReplaceBuilder(0).getPathBuilder().setOrigin("other_cli");
        assertEquals(
                "INVALID_ARGUMENT: there is no origin 'other_cli', only openconfig",
                refusal(() -> gnmi.set(foreign.build())));
        assertEquals(TwoSites.pfcAt(2, TwoSites.pfc()), portOfSwitchControl(2));
    }

    private static SetRequest.Builder union(String path, String... values) {
        SetRequest.Builder request = request("M");
        for (String json : values) {
            request.addUnionReplace(update(path, json(json)));
        }
        return request;
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
                "INVALID_ARGUMENT: port 2, pfc: xon: xon 600,000 B is 100,000 B above xoff;"
                        + " expected at most xoff, 500KB",
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
    void whatWasAskedForBeforeARefusedSetIsAskedForStill() {
        String xoff = PFC + "/thresholds/config/xoff-bytes";
        gnmi.set(request("M").addUpdate(update(xoff, number(500_000))).build());
        SetRequest aboveMemory =
                pfcOn(600_000, 400_000)
                        .addUpdate(
                                update(
                                        PFC + "/thresholds/config/headroom-bytes",
                                        number(TwoSites.BUFFER)))
                        .build();
        assertTrue(refusal(() -> gnmi.set(aboveMemory)).startsWith("INVALID_ARGUMENT"));
        assertEquals(Map.of(xoff, number(500_000)), values("M", xoff));
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
                "INVALID_ARGUMENT: " + PFC + "/* has wildcards, which only a delete may have",
                refusal(
                        () ->
                                gnmi.set(
                                        request("M")
                                                .addReplace(update(PFC + "/*", json("{}")))
                                                .build())));
    }

    @Test
    void wildcardsOfADeleteStandForAllThatIsThere() {
        gnmi.set(pfcOn(500_000, 400_000).build());
        gnmi.set(request("M").addDelete(PathText.parse("/qos/interfaces/.../enable")).build());
        assertEquals(PortFlowControl.newBuilder().setPort(2).build(), portOfSwitchControl(2));
        assertEquals(Map.of(XOFF, number(500_000)), values("M", XOFF));
        gnmi.set(
                request("M")
                        .addDelete(
                                PathText.parse(
                                        "/qos/interfaces/interface[interface-id=*]/pfc/*/config"))
                        .build());
        assertEquals(Map.of(XOFF, number(0)), values("M", XOFF));
    }

    @Test
    void aDeleteOfAnEntryThatIsNotThereIsDoneAlready() {
        gnmi.set(pfcOn(500_000, 400_000).build());
        SetResponse done =
                gnmi.set(
                        request("M")
                                .addDelete(PathText.parse(PFC.replace("Ethernet2", "Ethernet9")))
                                .addDelete(PathText.parse(ENABLE.replace("dot1p=3", "dot1p=8")))
                                .build());
        assertEquals(
                Collections.nCopies(2, UpdateResult.Operation.DELETE),
                done.getResponseList().stream().map(UpdateResult::getOp).toList());
        assertEquals(TwoSites.pfcAt(2, TwoSites.pfc()), portOfSwitchControl(2));
    }

    @Test
    void whatCannotBeOrIsNotThereCannotBeSetAndATypoNotDeleted() {
        String absent = ENABLE.replace("dot1p=3", "dot1p=8");
        String unknown =
                "NOT_FOUND: no node 'pfc-priority[dot1p=8]' below " + PFC + "/pfc-priorities;";
        assertRefused(unknown, request("M").addUpdate(update(absent, bool(true))));
        assertRefused(unknown, request("M").addReplace(update(absent, bool(true))));
        assertRefused(
                "NOT_FOUND: no node 'pcf' below",
                request("M").addDelete(PathText.parse(PFC.replace("/pfc", "/pcf"))));
        assertRefused(
                "INVALID_ARGUMENT: " + COUNTERS + " has nothing that can be set",
                request("M").addDelete(PathText.parse(COUNTERS)));
    }

    private void assertRefused(String expected, SetRequest.Builder request) {
        String refused = refusal(() -> gnmi.set(request.build()));
        assertTrue(refused.startsWith(expected), refused);
    }

    private static TypedValue json(String value) {
        return TypedValue.newBuilder().setJsonIetfVal(ByteString.copyFromUtf8(value)).build();
    }
}
