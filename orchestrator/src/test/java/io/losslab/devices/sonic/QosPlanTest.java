package io.losslab.devices.sonic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Struct;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.run.Commands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What experiments ask of a SONiC switch, and what SONiC cannot express. */
class QosPlanTest {
    private static final String SSH =
            "ssh: {address: 192.0.2.1, user: admin, knownHosts: known_hosts}";

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"128, 7", "2, 1", "1, 0", "0.5, -1", "0.125, -3", "0.00390625, -8"})
    void alphaIsAPowerOfTwo(String alpha, String exponent) throws IOException {
        Map<String, Struct> rows =
                rows(
                        "{pfc: [{links: [edge, far], pfc: {threshold: dynamic, alpha: %s, resumeOffset: 20KB, headroom: 50KB}}]}"
                                .formatted(alpha),
                        "");
        Map<String, String> fields = fieldsOf(rows, "BUFFER_PROFILE|losslab_pfc_");
        assertEquals(
                Map.of(
                        "pool",
                        "ingress_lossless_pool",
                        "dynamic_th",
                        exponent,
                        "xon_offset",
                        "20000",
                        "xon",
                        "0",
                        "xoff",
                        "50000",
                        "size",
                        "50000"),
                fields);
    }

    @ParameterizedTest
    @CsvSource({"0.3, 0.25 or 0.5", "3, 2 or 4", "256, 128", "0.001, 0.00390625"})
    void anotherAlphaIsRefusedWithThoseThatAreNear(String alpha, String near) {
        CommandFailure failure =
                refused(
                        "{pfc: [{links: [edge, far], pfc: {threshold: dynamic, alpha: %s}}]}"
                                .formatted(alpha),
                        "");
        assertTrue(
                failure.getMessage().startsWith("tor port Ethernet0: alpha %s ".formatted(alpha)),
                failure::getMessage);
        assertEquals("set 'alpha' of pfc to " + near, failure.advice());
    }

    @Test
    void aThresholdForEachPortMustBeOfOneKind() {
        assertEquals(
                "tor: 'threshold: dynamic' on port Ethernet0 and 'threshold: static' on port"
                        + " Ethernet12 cannot share the pool ingress_lossless_pool of a SONiC switch",
                refused(
                                "{pfc: [{links: edge, pfc: {threshold: dynamic, alpha: 0.5}},"
                                        + " {links: far, pfc: {xoff: 300KB}}]}",
                                "")
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
{gfc: [{links: [edge, far], gfc: {}}]} | x: | does not support gfc
{pfc: [{links: [edge, far], pfc: {xoff: 300KB, timer: untilResume}}]} | x: | pauses without quanta
{pfc: [{links: [edge, far], pfc: {xoff: 300KB}}]} | ecn: [{links: [edge, far], kmin: 10KB, kmax: 20KB, pmax: 0.015}] | pmax 0.015
{pfc: [{links: [edge, far], pfc: {xoff: 300KB}}]} | record: {counters: {interval: 10ms, links: [edge, far]}} | counters cannot be recorded every 10ms
{pfc: [{links: [edge, far], pfc: {xoff: 300KB}}]} | record: {pauses: true} | does not measure which port causes a pause
{pfc: [{links: [edge, far], pfc: {xoff: 300KB}}]} | ecmp: {choice: spray} | packet by packet
""")
    void whatSonicCannotExpressIsRefusedByName(String schemes, String more, String message) {
        CommandFailure failure = refused(schemes, more.equals("x:") ? "" : more);
        assertTrue(failure.getMessage().startsWith("tor"), failure::getMessage);
        assertTrue(failure.getMessage().contains(message), failure::getMessage);
        assertTrue(!failure.advice().isEmpty());
    }

    @Test
    void planRefusesItTooBeforeAnythingIsReached() throws IOException {
        SonicLab lab = new SonicLab(folder, "", SSH);
        Commands losslab = new Commands();
        Path experiment =
                lab.experiment(
                        "{pfc: [{links: [edge, far], pfc: {threshold: dynamic, alpha: 0.3}}]}", "");
        int code =
                losslab.execute(
                        "plan", experiment.toString(), "--testbed", lab.testbed().toString());
        assertEquals(2, code);
        assertTrue(losslab.err().contains("alpha 0.3 cannot be set"), losslab.err());
        experiment = lab.experiment("{pfc: [{links: [edge, far], pfc: {xoff: 300KB}}]}", "");
        code =
                losslab.execute(
                        "plan", experiment.toString(), "--testbed", lab.testbed().toString());
        assertEquals(0, code, losslab::err);
        assertTrue(losslab.out().contains("config apply-patch --dry-run"), losslab.out());
        assertTrue(losslab.out().contains("PORT_QOS_MAP 4"), losslab.out());
        assertTrue(
                losslab.out()
                        .contains(
                                "pg_lossless_* profiles of the switch reserve is added to size and"
                                        + " taken from static_th"),
                losslab.out());
    }

    @Test
    void classesHaveTheTestbedsCodePointsQueuesAndGroups() throws IOException {
        Map<String, Struct> rows =
                rows(
                        "classes: {3: {dscp: 26, pcp: 5, queue: 4, priorityGroup: 2}, 4: {queue:"
                                + " 3}, 5: {pcp: 3}, 2: {priorityGroup: 0}}\n",
                        "{pfc: [{links: [edge, far], pfc: {xoff: 300KB, priorities: [3]}}]}",
                        "ecn: [{links: [edge, far], kmin: 10KB, kmax: 20KB, pmax: 0.01}]");
        Map<String, String> classes = fields(rows.get("DSCP_TO_TC_MAP|losslab"), "losslab");
        assertEquals(64, classes.size());
        assertEquals("3", classes.get("26"));
        assertEquals("0", classes.get("24"));
        assertEquals("4", classes.get("32"));
        assertEquals(
                "{0=0, 1=0, 2=0, 3=2, 4=0, 5=0, 6=0, 7=0}",
                fields(rows.get("TC_TO_PRIORITY_GROUP_MAP|losslab"), "losslab").toString());
        assertEquals("4", fields(rows.get("TC_TO_QUEUE_MAP|losslab"), "losslab").get("3"));
        assertEquals(
                "4", fields(rows.get("MAP_PFC_PRIORITY_TO_QUEUE|losslab"), "losslab").get("5"));
        assertEquals(
                "2",
                fields(rows.get("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP|losslab"), "losslab").get("5"));
        Map<String, String> bound = fields(rows.get("PORT_QOS_MAP|Ethernet0"), "Ethernet0");
        assertEquals("5", bound.get("pfc_enable"));
        assertEquals("losslab", bound.get("pfc_to_pg_map"));
        assertEquals(List.of("Ethernet0|0", "Ethernet0|2"), keys(rows.get("BUFFER_PG|Ethernet0")));
        assertEquals(List.of("Ethernet0|4"), keys(rows.get("BUFFER_QUEUE|Ethernet0")));
        Struct queues = rows.get("QUEUE|Ethernet0");
        assertEquals(8, keys(queues).size());
        for (String queue : keys(queues)) {
            boolean marks = fields(queues, queue).get("wred_profile").startsWith("losslab_ecn_");
            assertEquals(queue.equals("Ethernet0|4"), marks, queue);
        }
    }

    @Test
    void aGroupThatPausesIsNotSharedWithAClassThatDrops() {
        SonicLab lab = new SonicLab(folder, "classes: {2: {priorityGroup: 3}}\n", SSH);
        CommandFailure failure =
                assertThrows(
                        CommandFailure.class,
                        () ->
                                lab.desired(
                                        "{pfc: [{links: [edge, far], pfc: {xoff: 300KB, priorities:"
                                                + " [3]}}]}"));
        assertEquals(
                "tor: class 3, which runs pfc, shares priority group 3 with class 2, which does"
                        + " not",
                failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "keep"})
    void theWatchdogIsOffOrAsItIs(String word) throws IOException {
        SonicLab lab = new SonicLab(folder, "", SSH, "pfcWatchdog: " + word);
        Map<String, Struct> rows =
                rows(lab, "{pfc: [{links: [edge, far], pfc: {xoff: 300KB}}]}", "");
        assertEquals(word.equals("off"), rows.containsKey("PFC_WD|Ethernet0"));
    }

    private CommandFailure refused(String schemes, String more) {
        SonicLab lab = new SonicLab(folder, "", SSH);
        return assertThrows(CommandFailure.class, () -> lab.desired(schemes, more));
    }

    private Map<String, Struct> rows(String schemes, String more) throws IOException {
        return rows("", schemes, more);
    }

    private Map<String, Struct> rows(String keys, String schemes, String more) throws IOException {
        return rows(new SonicLab(folder, keys, SSH), schemes, more);
    }

    /** Messages about rows, by table and scope. */
    private static Map<String, Struct> rows(SonicLab lab, String schemes, String more)
            throws IOException {
        Map<String, Struct> rows = new TreeMap<>();
        lab.desired(schemes, more).get(0).state().stream()
                .map(Struct.class::cast)
                .filter(message -> message.containsFields("scope"))
                .forEach(
                        message ->
                                rows.put(
                                        message.getFieldsOrThrow("table").getStringValue()
                                                + "|"
                                                + message.getFieldsOrThrow("scope")
                                                        .getStringValue(),
                                        message));
        return rows;
    }

    private static List<String> keys(Struct message) {
        return message.getFieldsOrThrow("rows").getStructValue().getFieldsMap().keySet().stream()
                .sorted()
                .toList();
    }

    private static Map<String, String> fieldsOf(Map<String, Struct> rows, String prefix) {
        String name =
                rows.keySet().stream().filter(each -> each.startsWith(prefix)).findFirst().get();
        return fields(rows.get(name), name.substring(name.indexOf('|') + 1));
    }

    private static Map<String, String> fields(Struct message, String key) {
        Map<String, String> fields = new TreeMap<>();
        message.getFieldsOrThrow("rows")
                .getStructValue()
                .getFieldsOrThrow(key)
                .getStructValue()
                .getFieldsMap()
                .forEach((name, value) -> fields.put(name, value.getStringValue()));
        return fields;
    }
}
