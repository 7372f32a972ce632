package io.losslab.devices.sonic;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.ssh.NeedsSshServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The stand-in is as strict as SONiC, so that tests against it mean something. With {@code
 * SONIC_YANG}, yanglint is asked the same about each patch here, and must agree.
 */
@NeedsSshServer
@NeedsRedis
class SonicModelsTest {
    @TempDir private static Path directory;
    private static SonicStandIn sonic;

    @BeforeAll
    static void start() throws Exception {
        sonic = SonicStandIn.start(directory.resolve("switch"), 2);
    }

    @AfterAll
    static void stop() {
        sonic.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            textBlock =
                    """
PORT_QOS_MAP Ethernet0 {"pfc_enable":"3,4"}
PORT_QOS_MAP Ethernet0 {"pfc_enable":""}
DSCP_TO_TC_MAP m {"0":"0","63":"7"}
TC_TO_PRIORITY_GROUP_MAP m {"3":"7"}
TC_TO_QUEUE_MAP m {"3":"9"}
MAP_PFC_PRIORITY_TO_QUEUE m {"7":"0"}
BUFFER_PROFILE p {"pool":"ingress_lossless_pool","size":"0","dynamic_th":"-8"}
BUFFER_PG Ethernet0|5-6 {"profile":"ingress_lossy_profile"}
BUFFER_QUEUE Ethernet4|9 {"profile":"egress_lossy_profile"}
WRED_PROFILE w {"ecn":"ecn_all","green_min_threshold":"1","green_max_threshold":"1"}
QUEUE Ethernet4|5 {"wred_profile":"AZURE_LOSSLESS"}
PFC_WD Ethernet0 {"action":"alert","detection_time":"5000"}
""")
    void takesWhatTheModelsTake(String table, String key, String row) throws Exception {
        sonic.check(patch("add", "/%s/%s".formatted(table, key), row));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            textBlock =
                    """
                    PORT_QOS_MAP Ethernet0 {"pfc_enable":"3,9"}
                    PORT_QOS_MAP Ethernet0 {"pfc_enable":"3;4"}
                    PORT_QOS_MAP Ethernet0 {"dscp_to_tc_map":"absent"}
                    PORT_QOS_MAP Ethernet0 {"tc_to_pg_map":"absent"}
                    PORT_QOS_MAP Ethernet0 {"tc_to_queue_map":"absent"}
                    PORT_QOS_MAP Ethernet0 {"pfc_to_queue_map":"absent"}
                    PORT_QOS_MAP Ethernet0 {"pfc_to_pg_map":"absent"}
                    PORT_QOS_MAP Ethernet0 {"scheduler":"absent"}
                    PORT_QOS_MAP Ethernet99 {"pfc_enable":"3"}
                    PORT_QOS_MAP Ethernet0 {"pfc":"3"}
                    DSCP_TO_TC_MAP m {"64":"0"}
                    DSCP_TO_TC_MAP m {"0":"16"}
                    DSCP_TO_TC_MAP a.b {"0":"1"}
                    TC_TO_PRIORITY_GROUP_MAP m {"3":"8"}
                    TC_TO_QUEUE_MAP m {"3":"10"}
                    MAP_PFC_PRIORITY_TO_QUEUE m {"8":"0"}
                    PFC_PRIORITY_TO_PRIORITY_GROUP_MAP m {"3":"8"}
                    BUFFER_PROFILE p {"pool":"ingress_lossless_pool"}
                    BUFFER_PROFILE p {"size":"0"}
                    BUFFER_PROFILE p {"pool":"absent","size":"0"}
                    BUFFER_PROFILE p {"pool":"ingress_lossless_pool","size":"0","dynamic_th":"8"}
                    BUFFER_PROFILE p {"pool":"ingress_lossless_pool","size":"0","dynamic_th":"0.5"}
                    BUFFER_PROFILE p {"pool":"ingress_lossless_pool","size":"-1"}
                    BUFFER_PROFILE p {"pool":"ingress_lossless_pool","size":"0","alpha":"1"}
                    BUFFER_PG Ethernet0|8 {"profile":"ingress_lossy_profile"}
                    BUFFER_PG Ethernet0|3 {"profile":"absent"}
                    BUFFER_PG Ethernet99|3 {"profile":"ingress_lossy_profile"}
                    BUFFER_QUEUE Ethernet0|16 {"profile":"egress_lossy_profile"}
                    BUFFER_QUEUE Ethernet0|3 {"profile":"NULL"}
                    WRED_PROFILE w {"ecn":"all"}
                    WRED_PROFILE w {"green_min_threshold":"2","green_max_threshold":"1"}
                    WRED_PROFILE w {"green_drop_probability":"101"}
                    WRED_PROFILE w {"wred_green_enable":"yes"}
                    QUEUE Ethernet0|3 {"wred_profile":"absent"}
                    QUEUE Ethernet99|3 {"wred_profile":"AZURE_LOSSLESS"}
                    PFC_WD Ethernet0 {"action":"stop"}
                    PFC_WD Ethernet0 {"action":"drop","detection_time":"100"}
                    PFC_WD Ethernet0 {"action":"drop","restoration_time":"70000"}
                    """)
    void refusesWhatTheModelsRefuse(String table, String key, String row) {
        String path = "/%s/%s".formatted(table, key);
        String value =
                table.startsWith("PFC_PRIORITY_TO_PRIORITY")
                        ? "{\"%s\":%s}".formatted(key, row)
                        : row;
        String where = value.equals(row) ? path : "/" + table;
        String message =
                assertThrows(IOException.class, () -> sonic.check(patch("add", where, value)))
                        .getMessage();
        assertTrue(message.contains("Given patch will produce invalid config"), message);
        assertTrue(!message.contains("yanglint says"), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            textBlock =
                    """
                    replace /BUFFER_POOL/ingress_lossless_pool/mode "dynamic"
                    replace /BUFFER_PROFILE/egress_lossy_profile/size "1600"
                    replace /BUFFER_PROFILE/pg_lossless_100000_5m_profile/xon "1600"
                    remove /PFC_WD/GLOBAL -
                    """)
    void refusesWhatSonicDoesNotChangeWhileItRuns(String op, String path, String value) {
        String message =
                assertThrows(IOException.class, () -> sonic.check(patch(op, path, value)))
                        .getMessage();
        assertTrue(message.contains("table is illegal"), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            textBlock =
                    """
                    test /PORT_QOS_MAP/Ethernet0/pfc_enable "3" not_equal
                    remove /PORT_QOS_MAP/Ethernet99 - non-existent
                    add /QUEUES/Ethernet0|3 {"a":"b"} not_found
                    remove /SCHEDULER - invalid_config
                    add /WRED_PROFILE {} empty_tables
                    add PORT_QOS_MAP {} must_start_with
                    add /PORT_QOS_MAP/Ethernet~2 {} invalid_escape
                    """)
    void refusesAPatchThatDoesNotApply(String op, String path, String value, String said) {
        String message =
                assertThrows(IOException.class, () -> sonic.check(patch(op, path, value)))
                        .getMessage();
        assertTrue(message.contains(said.replace('_', ' ')), message);
    }

    private static String patch(String op, String path, String value) {
        return value.equals("-")
                ? "[{\"op\":\"%s\",\"path\":\"%s\"}]".formatted(op, path)
                : "[{\"op\":\"%s\",\"path\":\"%s\",\"value\":%s}]".formatted(op, path, value);
    }
}
