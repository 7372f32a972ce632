package io.losslab.devices.sonic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.devices.DesiredState;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.driver.DeviceException;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CONFIG_DB of a stand-in is set over SSH, read, and restored. */
@NeedsSshServer
@NeedsRedis
class SonicProvisioningTest extends ProvisionedSonic {
    private static final String OTHER =
            "{pfc: [{links: [edge, far], pfc: {priorities: [3], xoff: 200KB, xon: 100KB, headroom:"
                    + " 60KB}}]}";
    private static final String NONE = "{none: []}";

    @Test
    void rowsOfThePortsInUseAreSetAndAllOthersStay() throws Exception {
        ObjectNode before = sonic.config();
        provisioner.apply(lab.desired(STATIC));
        ObjectNode after = sonic.config();
        JsonNode profiles = after.get("BUFFER_PROFILE");
        String profile = profileOf(after, "Ethernet0|3");
        assertTrue(profile.matches("losslab_pfc_[0-9a-f]{12}"), profile);
        assertEquals(
                "{\"pool\":\"ingress_lossless_pool\",\"size\":\"1248\",\"static_th\":\"298752\","
                        + "\"xoff\":\"60000\",\"xon\":\"2288\",\"xon_offset\":\"200000\"}",
                profiles.get(profile).toString());
        assertEquals("pg_lossless_100000_5m_profile", profileOf(after, "Ethernet0|4"));
        assertFalse(after.get("BUFFER_PG").has("Ethernet0|3-4"));
        assertEquals(
                "{\"dscp_to_tc_map\":\"losslab\",\"pfc_enable\":\"3\",\"pfc_to_queue_map\":\"losslab\","
                        + "\"pfcwd_sw_enable\":\"3,4\",\"tc_to_pg_map\":\"losslab\",\"tc_to_queue_map\":\"losslab\"}",
                after.at("/PORT_QOS_MAP/Ethernet12").toString());
        assertEquals("3", after.at("/DSCP_TO_TC_MAP/losslab/24").asText());
        assertEquals("0", after.at("/DSCP_TO_TC_MAP/losslab/25").asText());
        assertEquals(
                before.at("/BUFFER_QUEUE/Ethernet0|3-4"), after.at("/BUFFER_QUEUE/Ethernet0|3-4"));
        assertFalse(after.get("PFC_WD").has("Ethernet4"));
        for (String table : List.of("PORT_QOS_MAP", "PFC_WD")) {
            assertEquals(before.get(table).get("Ethernet16"), after.get(table).get("Ethernet16"));
        }
        assertEquals(before.get("BUFFER_POOL"), after.get("BUFFER_POOL"));
        assertEquals(
                0, new Provisioner(lab.sessions, Ledger.inMemory()).apply(lab.desired(STATIC)));
    }

    /** A chip drops what enters a group without a buffer, such as CNPs and BGP, in class 6. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                STATIC,
                "{pfc: [{links: edge, pfc: {priorities: [0, 5], xoff: 300KB, headroom: 60KB}}]}"
            })
    void everyGroupThatPacketsEnterHasABuffer(String schemes) throws Exception {
        String before = sonic.configText() + sonic.digest();
        provisioner.apply(lab.desired(schemes));
        ObjectNode now = sonic.config();
        assertEquals(64, now.at("/DSCP_TO_TC_MAP/losslab").size());
        for (String port : List.of("Ethernet0", "Ethernet4", "Ethernet8", "Ethernet12")) {
            boolean pauses = !now.at("/PORT_QOS_MAP/" + port + "/pfc_enable").asText().isEmpty();
            for (JsonNode group : now.at("/TC_TO_PRIORITY_GROUP_MAP/losslab")) {
                JsonNode row = now.at("/BUFFER_PG/%s|%s".formatted(port, group.asText()));
                String profile = row.path("profile").asText();
                boolean lossless = pauses && !group.asText().equals(lossyGroup(now));
                assertEquals(
                        lossless ? "losslab_pfc_" : "ingress_lossy_profile",
                        lossless ? profile.replaceAll("[0-9a-f]{12}", "") : profile,
                        port + " group " + group);
            }
        }
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, sonic.configText() + sonic.digest());
    }

    /** That of class 6. */
    private static String lossyGroup(ObjectNode config) {
        return config.at("/TC_TO_PRIORITY_GROUP_MAP/losslab/6").asText();
    }

    /**
     * Broadcom's without headroom in the pool, Spectrum's with and without it, and the dynamic
     * model.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
0 | {"size": "56368", "xoff": "55120", "xon": "18432", "xon_offset": "2496"} | 61248 298752 18432 200000
0 | {"size": "184320", "xoff": "165888", "xon": "18432"} | below, since profiles of the chip have no xon_offset
9 | {"size": "19456", "xoff": "37888", "xon": "19456"} | below, since profiles of the chip have no xon_offset
9 | {"size": "300000", "xoff": "37888", "xon": "19456"} | cannot pause at 300000 B, since the chip reserves 300000 B
9 | {} | 60000 300000 0 200000
""")
    void aGroupPausesAtXoffWithWhatTheChipReservesForIt(
            String poolHeadroom, String own, String expected) throws Exception {
        ObjectNode config = sonic.config();
        config.withObjectProperty("BUFFER_POOL")
                .withObjectProperty("ingress_lossless_pool")
                .put("xoff", poolHeadroom);
        ObjectNode profiles = config.withObjectProperty("BUFFER_PROFILE");
        ObjectNode row = (ObjectNode) new ObjectMapper().readTree(own);
        profiles.remove("pg_lossless_100000_5m_profile");
        if (row.isEmpty()) {
            config.remove("BUFFER_PG");
            config.withObjectProperty("DEVICE_METADATA")
                    .withObjectProperty("localhost")
                    .put("buffer_model", "dynamic");
        } else {
            row.put("pool", "ingress_lossless_pool").put("static_th", "100000");
            profiles.set("pg_lossless_100000_5m_profile", row);
        }
        sonic.writeConfig(config);
        String before = sonic.configText();
        if (expected.contains(" since ")) {
            String refused =
                    assertThrows(CommandFailure.class, () -> provisioner.apply(lab.desired(STATIC)))
                            .getMessage();
            assertTrue(refused.startsWith("tor: "), refused);
            assertTrue(refused.contains(expected), refused);
        } else {
            provisioner.apply(lab.desired(STATIC));
            ObjectNode now = sonic.config();
            JsonNode set = now.get("BUFFER_PROFILE").get(profileOf(now, "Ethernet0|3"));
            assertEquals(
                    expected,
                    Stream.of("size", "static_th", "xon", "xon_offset")
                            .map(field -> set.get(field).asText())
                            .collect(Collectors.joining(" ")));
            assertEquals(List.of(), provisioner.undoAll());
        }
        assertEquals(before, sonic.configText());
    }

    @Test
    void allIsAsItWasAfterwardsAndTheCheckpointIsGone() throws Exception {
        String before = sonic.configText() + sonic.digest();
        provisioner.apply(lab.desired(STATIC));
        assertEquals(1, sonic.checkpoints().size());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, sonic.configText() + sonic.digest());
        assertEquals(List.of(), sonic.checkpoints());
    }

    /** They take seconds on a switch. */
    @Test
    void readsNoMoreThanItMustKnow() throws Exception {
        provisioner.apply(lab.desired(STATIC));
        // To check, to know what was before, to see whether all rows stay, and what is in force.
        assertEquals(4, count("sonic-cfggen"));
        assertEquals(2, count("config list-checkpoints"));
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(4 + 3, count("sonic-cfggen"));
        assertEquals(2 + 2, count("config list-checkpoints"));
    }

    @Test
    void anotherCellChangesOnlyWhatDiffers() throws Exception {
        String before = sonic.configText() + sonic.digest();
        provisioner.apply(lab.desired(STATIC));
        String first = profileOf(sonic.config(), "Ethernet0|3");
        provisioner.apply(lab.desired(OTHER));
        ObjectNode now = sonic.config();
        assertFalse(now.get("BUFFER_PROFILE").has(first));
        assertEquals(
                "198752",
                now.get("BUFFER_PROFILE")
                        .get(profileOf(now, "Ethernet0|3"))
                        .get("static_th")
                        .asText());
        provisioner.apply(lab.desired(NONE));
        now = sonic.config();
        assertEquals("pg_lossless_100000_5m_profile", profileOf(now, "Ethernet0|3-4"));
        assertEquals("", now.at("/PORT_QOS_MAP/Ethernet0/pfc_enable").asText("-"));
        assertEquals(1, sonic.checkpoints().size());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, sonic.configText() + sonic.digest());
    }

    /** What it does not use is as before the run; in the second map, class 3 has group 5. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "classes: {3: {queue: 5, priorityGroup: 5}, 5: {queue: 3, priorityGroup: 3}}\n"
            })
    void aCellWithOtherPrioritiesThanTheOneBeforeIsAsIfItWereTheFirst(String classes)
            throws Exception {
        String before = sonic.configText() + sonic.digest();
        try (SonicLab own = new SonicLab(folder, classes, "ssh: " + sonic.login())) {
            List<DesiredState> desired = own.desired(OTHER.replace("[3]", "[4, 6]"));
            Provisioner first = new Provisioner(own.sessions, Ledger.inMemory());
            first.apply(desired);
            String alone = sonic.configText();
            assertEquals(List.of(), first.undoAll());
            provisioner.apply(own.desired(STATIC.replace("[3]", "[2, 3]")));
            provisioner.apply(desired);
            assertEquals(alone, sonic.configText());
            provisioner.requireUnchanged(desired);
            assertEquals(0, provisioner.apply(desired));
            assertEquals(List.of(), provisioner.undoAll());
        }
        assertEquals(before, sonic.configText() + sonic.digest());
    }

    @Test
    void aChangeFromOutsideIsNoticedWithTheRow() throws Exception {
        List<DesiredState> desired = lab.desired(STATIC);
        provisioner.apply(desired);
        provisioner.requireUnchanged(desired);
        sonic.redis("CONFIG_DB", "HSET", "PORT_QOS_MAP|Ethernet4", "pfc_enable", "3,4");
        String message =
                assertThrows(DeviceException.class, () -> provisioner.requireUnchanged(desired))
                        .getMessage();
        assertTrue(message.contains("its configDb differs from what this run configured"), message);
        assertTrue(message.contains("PORT_QOS_MAP|Ethernet4"), message);
    }

    /** As SONiC's, in both of its buffer models: it binds its own profiles when ports come up. */
    @ParameterizedTest
    @ValueSource(strings = {"traditional", "dynamic"})
    void theBufferManagerLeavesPortsOfTheRunAlone(String model) throws Exception {
        ObjectNode config = sonic.config();
        config.withObjectProperty("DEVICE_METADATA")
                .withObjectProperty("localhost")
                .put("buffer_model", model);
        sonic.writeConfig(config);
        String before = sonic.configText() + sonic.digest();
        List<DesiredState> desired = lab.desired(STATIC);
        provisioner.apply(desired);
        ObjectNode now = sonic.config();
        assertTrue(profileOf(now, "Ethernet0|3").startsWith("losslab_pfc_"));
        assertEquals("0m", now.at("/CABLE_LENGTH/AZURE/Ethernet12").asText());
        assertEquals("5m", now.at("/CABLE_LENGTH/AZURE/Ethernet16").asText());
        provisioner.requireUnchanged(desired);
        assertEquals(2, patches());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(4, patches());
        assertEquals(before, sonic.configText() + sonic.digest());
    }

    @Test
    void theBufferManagerOfPortsOutsideTheRunGoesOn() throws Exception {
        sonic.apply(
                "[{\"op\": \"add\", \"path\": \"/CABLE_LENGTH/AZURE/Ethernet16\", \"value\":"
                        + " \"300m\"}]");
        ObjectNode now = sonic.config();
        assertEquals("pg_lossless_100000_300m_profile", profileOf(now, "Ethernet16|3-4"));
        sonic.apply(
                "[{\"op\": \"add\", \"path\": \"/BUFFER_PG/Ethernet20|3-4\", \"value\":"
                        + " {\"profile\": \"pg_lossless_100000_300m_profile\"}}]");
        assertEquals("pg_lossless_100000_5m_profile", profileOf(sonic.config(), "Ethernet20|3-4"));
    }

    @Test
    void tablesThatAreEmptyBeforeAreEmptyAgain() throws Exception {
        ObjectNode config = sonic.config();
        config.remove(
                List.of("DSCP_TO_TC_MAP", "WRED_PROFILE", "PORT_QOS_MAP", "BUFFER_PG", "QUEUE"));
        sonic.writeConfig(config);
        String before = sonic.configText() + sonic.digest();
        provisioner.apply(
                lab.desired(
                        STATIC,
                        "ecn: [{links: [edge, far], kmin: 100KB, kmax: 400KB, pmax: 0.2}]"));
        ObjectNode now = sonic.config();
        assertEquals(1, now.get("WRED_PROFILE").size());
        assertEquals(4, now.get("QUEUE").size());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, sonic.configText() + sonic.digest());
    }

    /** SONiC refuses the first rows of PFC_WD: a watchdog that is off everywhere would stay off. */
    @Test
    void theLastRowsOfTheWatchdogAreNotRemoved() throws Exception {
        ObjectNode config = sonic.config();
        String rows = config.get("PFC_WD").toString();
        config.withObjectProperty("PFC_WD").remove(List.of("GLOBAL", "Ethernet16", "Ethernet20"));
        sonic.writeConfig(config);
        String before = sonic.configText() + sonic.digest();
        String refused =
                assertThrows(CommandFailure.class, () -> provisioner.apply(lab.desired(STATIC, "")))
                        .getMessage();
        assertTrue(refused.contains("SONiC could not start it again"), refused);
        assertEquals(before, sonic.configText() + sonic.digest());

        config.remove("PFC_WD");
        sonic.writeConfig(config);
        String patch = "[{\"op\": \"add\", \"path\": \"/PFC_WD\", \"value\": %s}]".formatted(rows);
        String illegal = assertThrows(IOException.class, () -> sonic.check(patch)).getMessage();
        assertTrue(illegal.contains("Modification of PFC_WD table is illegal"), illegal);
    }

    @Test
    void aQueueThatMarksKeepsItsScheduler() throws Exception {
        provisioner.apply(
                lab.desired(
                        STATIC,
                        "ecn: [{links: [edge, far], kmin: 100KB, kmax: 400KB, pmax: 0.2}]"));
        ObjectNode now = sonic.config();
        String profile = now.at("/QUEUE/Ethernet0|3/wred_profile").asText();
        assertTrue(profile.startsWith("losslab_ecn_"), profile);
        assertEquals("scheduler.1", now.at("/QUEUE/Ethernet0|3/scheduler").asText());
        JsonNode fields = now.get("WRED_PROFILE").get(profile);
        assertEquals("ecn_all", fields.get("ecn").asText());
        assertEquals("100000", fields.get("green_min_threshold").asText());
        assertEquals("400000", fields.get("red_max_threshold").asText());
        assertEquals("20", fields.get("yellow_drop_probability").asText());
    }

    /** As SONiC sets queues up: queue 3 is bound to a profile that marks. */
    @ParameterizedTest
    @ValueSource(strings = {STATIC, NONE})
    void queuesMarkNothingWhereTheExperimentHasNoEcn(String schemes) throws Exception {
        ObjectNode config = sonic.config();
        ObjectNode queues = config.withObjectProperty("QUEUE");
        String marking = queues.at("/Ethernet0|3/wred_profile").asText();
        queues.remove("Ethernet4|3");
        queues.putObject("Ethernet4|3-4")
                .put("scheduler", "scheduler.1")
                .put("wred_profile", marking);
        queues.putObject("Ethernet8|6").put("wred_profile", marking);
        sonic.writeConfig(config);
        String before = sonic.configText() + sonic.digest();
        List<DesiredState> desired = lab.desired(schemes);
        provisioner.apply(desired);
        JsonNode now = sonic.config().get("QUEUE");
        String kept = "{\"scheduler\":\"scheduler.1\"}";
        for (String queue : List.of("Ethernet0|3", "Ethernet4|3-4", "Ethernet12|3")) {
            assertEquals(kept, now.get(queue).toString(), queue);
        }
        assertFalse(now.has("Ethernet8|6"));
        assertEquals(queues.get("Ethernet0|1"), now.get("Ethernet0|1"));
        assertEquals(queues.get("Ethernet16|3"), now.get("Ethernet16|3"));
        provisioner.requireUnchanged(desired);
        sonic.redis("CONFIG_DB", "HSET", "QUEUE|Ethernet0|3", "wred_profile", marking);
        String message =
                assertThrows(DeviceException.class, () -> provisioner.requireUnchanged(desired))
                        .getMessage();
        assertTrue(message.contains("QUEUE|Ethernet0|3 {\"wred_profile\":null}"), message);
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, sonic.configText() + sonic.digest());
    }

    @Test
    void aClassMapOfItsOwnIsSetAndUndone() throws Exception {
        String before = sonic.configText() + sonic.digest();
        String classes =
                "classes: {3: {dscp: 26, pcp: 5, queue: 6, priorityGroup: 2}, 6: {queue: 3}, 5:"
                        + " {pcp: 3}, 2: {priorityGroup: 0}}\n";
        try (SonicLab own = new SonicLab(folder, classes, "ssh: " + sonic.login())) {
            provisioner.apply(own.desired(STATIC));
            ObjectNode now = sonic.config();
            assertEquals(
                    "{\"profile\":\"egress_lossless_profile\"}",
                    now.at("/BUFFER_QUEUE/Ethernet0|6").toString());
            assertEquals(now.at("/BUFFER_QUEUE/Ethernet0|7"), now.at("/BUFFER_QUEUE/Ethernet0|5"));
            assertEquals("losslab", now.at("/PORT_QOS_MAP/Ethernet0/pfc_to_pg_map").asText());
            assertEquals("5", now.at("/PORT_QOS_MAP/Ethernet0/pfc_enable").asText());
            assertEquals("2", now.at("/PFC_PRIORITY_TO_PRIORITY_GROUP_MAP/losslab/5").asText());
            assertEquals(List.of(), provisioner.undoAll());
        }
        assertEquals(before, sonic.configText() + sonic.digest());
    }

    @Test
    void nothingIsSentWhereThePoolHasAnotherMode() throws Exception {
        String before = sonic.configText() + sonic.digest();
        CommandFailure failure =
                assertThrows(
                        CommandFailure.class,
                        () ->
                                provisioner.apply(
                                        lab.desired(
                                                "{pfc: [{links: [edge, far], pfc: {threshold:"
                                                        + " dynamic, alpha: 0.5}}]}")));
        assertEquals(
                "tor: mode of BUFFER_POOL|ingress_lossless_pool is static on the switch, but the"
                        + " experiment needs dynamic",
                failure.getMessage());
        assertEquals(before, sonic.configText() + sonic.digest());
        assertFalse(sonic.calls().stream().anyMatch(call -> call.startsWith("config checkpoint")));
    }

    @Test
    void whatTheModelsRefuseIsKnownBeforeAnythingIsSet() throws Exception {
        ObjectNode config = sonic.config();
        config.withObjectProperty("SCHEDULER").remove("scheduler.1");
        sonic.writeConfig(config);
        String message =
                assertThrows(DeviceException.class, () -> provisioner.apply(lab.desired(STATIC)))
                        .getMessage();
        assertTrue(message.contains("config apply-patch --dry-run"), message);
        assertTrue(message.contains("invalid value \"scheduler.1\" of scheduler"), message);
        assertFalse(sonic.calls().stream().anyMatch(call -> call.startsWith("config checkpoint")));
    }

    @Test
    void linksThatWereUpAreUpAgainWhenThePatchIsInForceAndWhenItIsUndone() throws Exception {
        sonic.set("{\"linkSeconds\": 2}");
        JsonNode before = sonic.links();
        provisioner.apply(lab.desired(STATIC));
        assertEquals(before, sonic.links());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, sonic.links());
    }

    @Test
    void aPatchThatChangesNoPortTakesNoLinkDown() throws Exception {
        sonic.set("{\"linksStayDown\": [\"Ethernet0\"]}");
        sonic.apply(
                "[{\"op\": \"add\", \"path\": \"/DSCP_TO_TC_MAP/own\", \"value\": {\"3\": \"3\"}},"
                        + " {\"op\": \"remove\", \"path\": \"/PFC_WD/Ethernet0\"}]");
        assertEquals("up", sonic.links().at("/Ethernet0/oper_status").asText());
        sonic.apply("[{\"op\": \"remove\", \"path\": \"/QUEUE/Ethernet0|1\"}]");
        assertEquals("down", sonic.links().at("/Ethernet0/oper_status").asText());
        assertEquals("up", sonic.links().at("/Ethernet4/oper_status").asText());
    }

    private static String profileOf(ObjectNode config, String group) {
        return config.get("BUFFER_PG").get(group).get("profile").asText();
    }
}
