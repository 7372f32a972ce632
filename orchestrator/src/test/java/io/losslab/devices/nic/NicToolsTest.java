package io.losslab.devices.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.nic.setting.NicSetting;
import io.losslab.devices.nic.setting.NicSettings;
import io.losslab.devices.nic.setting.NicState;
import io.losslab.devices.nic.tool.Dcb;
import io.losslab.devices.nic.tool.MlnxQos;
import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.nic.tool.QosTool.Ets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What tools printed on hosts with real NICs. */
class NicToolsTest {
    /** mlnx_qos of MLNX_OFED 4.2 on a ConnectX-4 (Mellanox community, DOC-2792). */
    private static final String MLNX_QOS =
            """
            DCBX mode: OS controlled
            Priority trust state: dscp
            dscp2prio mapping:
            \tprio:0 dscp:07,06,05,04,03,02,01,00,
            \tprio:1 dscp:15,14,13,12,11,10,09,08,
            \tprio:2 dscp:23,22,21,20,19,18,17,16,
            \tprio:3 dscp:31,30,29,28,27,26,25,24,
            \tprio:4 dscp:39,38,37,36,35,34,33,32,
            \tprio:5 dscp:47,46,45,44,43,42,41,40,
            \tprio:6 dscp:55,54,53,52,51,50,49,48,
            \tprio:7 dscp:63,62,61,60,59,58,57,56,
            Cable len: 10
            PFC configuration:
            \tpriority    0   1   2   3   4   5   6   7
            \tenabled     1   0   1   0   0   0   1   1

            tc: 0 ratelimit: unlimited, tsa: ets, bw: 10%
            \t priority:  1
            tc: 1 ratelimit: unlimited, tsa: ets, bw: 10%
            \t priority:  0
            tc: 2 ratelimit: unlimited, tsa: ets, bw: 10%
            \t priority:  2
            tc: 3 ratelimit: unlimited, tsa: ets, bw: 10%
            \t priority:  3
            tc: 4 ratelimit: unlimited, tsa: ets, bw: 10%
            \t priority:  4
            tc: 5 ratelimit: unlimited, tsa: ets, bw: 10%
            \t priority:  5
            tc: 6 ratelimit: unlimited, tsa: strict
            \t priority:  6
            tc: 7 ratelimit: unlimited, tsa: ets, bw: 40%
            \t priority:  7
            """;

    @Test
    void mlnxQosPrintsTextForUsers() {
        MlnxQos tool = new MlnxQos(answers("mlnx", MLNX_QOS), "eth2");

        assertEquals(Optional.of(List.of("1", "0", "1", "0", "0", "0", "1", "1")), tool.pfc());
        assertEquals(
                Optional.of(
                        new Ets(
                                List.of("1", "0", "2", "3", "4", "5", "6", "7"),
                                List.of("ets", "ets", "ets", "ets", "ets", "ets", "strict", "ets"),
                                List.of("10", "10", "10", "10", "10", "10", "0", "40"))),
                tool.ets());
        assertEquals(Optional.empty(), tool.buffers());
        assertEquals(64, tool.dscp().orElseThrow().size());
        assertEquals(Set.of(3), tool.dscp().orElseThrow().get(24));
    }

    /** The table of MLNX_OFED in sysfs is read while the NIC trusts PCPs, too. */
    @Test
    void theTableOfSysfsHasAllDscps() {
        MlnxQos tool =
                new MlnxQos(
                        NicAnswers.parse(
                                "@@ trust 0\npcp\n@@ dscp2prio 0\ndscp2prio mapping:\n0 0\n24"
                                        + " 3\n"),
                        "eth2");

        assertEquals(Optional.of(Map.of(0, Set.of(0), 24, Set.of(3))), tool.dscp());
        assertEquals(List.of(), tool.removeDscp(Map.of(24, 3)));
    }

    /** Of iproute2 6.1 and of 6.12, whose pairs end in a blank (dcb_app.c of both). */
    @Test
    void pairsOfDcbHaveSeparatorsThatDifferByVersion() {
        for (String pairs : List.of("[[24,3],[32,4]]", "[[24,3,\" \"],[32,4,\" \"]]")) {
            Dcb tool = new Dcb(answers("app", "{\"dscp_prio\":" + pairs + "}"), "eth2");

            assertEquals(Optional.of(Map.of(24, Set.of(3), 32, Set.of(4))), tool.dscp());
        }
        assertEquals(Optional.of(Map.of()), new Dcb(answers("app", "{}"), "eth2").dscp());
    }

    /** mlx5 reports 100 % of each traffic class that is not ETS, and dcb would refuse the sum. */
    @Test
    void sharesOfOtherAlgorithmsAreLeftOut() {
        Dcb tool =
                new Dcb(
                        answers(
                                "ets",
                                """
                                {"willing":false,"ets_cap":8,"cbs":false,
                                "tc_bw":[100,100,100,100,100,100,100,100],
                                "pg_bw":[0,0,0,0,0,0,0,0],
                                "tc_tsa":["vendor","vendor","vendor","vendor","vendor","vendor",
                                "vendor","vendor"],"prio_tc":[1,0,2,3,4,5,6,7]}
                                """),
                        "eth2");

        Ets ets = tool.ets().orElseThrow();
        assertEquals(
                "dcb ets set dev eth2 tc-tsa 0:vendor 1:vendor 2:vendor 3:vendor 4:vendor 5:vendor"
                        + " 6:vendor 7:vendor tc-bw 0:0 1:0 2:0 3:0 4:0 5:0 6:0 7:0 prio-tc 0:1"
                        + " 1:0 2:2 3:3 4:4 5:5 6:6 7:7",
                tool.setEts(ets));
    }

    /** ice (Linux, ethernet/intel/ice.rst) and i40e have flags of their own for the LLDP agent. */
    @Test
    void driversOfIntelHaveAFlagForTheFirmwaresLldpAgent() {
        NicSetting lldp = NicSettings.LLDP;
        String ice =
                "@@ interface 0\nens1f0\n@@ mtu 0\n1500\n@@ flags 0\nPrivate flags for ens1f0:\n"
                        + "link-down-on-close  : off\nfw-lldp-agent       : on\n";
        NicPort nic = new NicPort(1, "rocep1s0f0/1", Optional.empty());
        assertEquals(Map.of("agent", "on"), lldp.read(nic, NicAnswers.parse(ice)));
        assertEquals(
                List.of("$root ethtool --set-priv-flags ens1f0 fw-lldp-agent off"),
                lldp.commands(
                        nic,
                        NicAnswers.parse(ice),
                        new NicState("rocep1s0f0/1", "lldp", Map.of("agent", "on")),
                        Map.of("agent", "off")));
        String i40e = ice.replace("fw-lldp-agent       : on", "disable-fw-lldp     : on");
        assertEquals(Map.of("agent", "off"), lldp.read(nic, NicAnswers.parse(i40e)));
    }

    /** What a host says is never more than a word of a command. */
    @Test
    void whatAHostSaidIsQuotedInCommands() {
        List<String> odd = List.of("0", "$(reboot)", "2", "3", "4", "5", "6", "7");
        Ets ets = new Ets(odd, odd, odd);

        assertTrue(new Dcb(answers("", ""), "eth2").setEts(ets).contains(" '1:$(reboot)' "));
        assertTrue(
                new MlnxQos(answers("", ""), "eth2")
                        .setEts(ets)
                        .contains("'--tsa=0,$(reboot),2,3,4,5,6,7'"));
    }

    @Test
    void discardsOfPrioritiesMayBeAmongThoseOfThePort() {
        assertEquals(
                OptionalLong.of(12),
                NicStatistics.dropped(
                        Map.of(
                                "rx_discards_phy", 7L,
                                "rx_prio3_discards", 4L,
                                "rx_prio4_buf_discard", 6L,
                                "tx_discards_phy", 2L)));
        assertEquals(
                OptionalLong.of(5),
                NicStatistics.dropped(Map.of("rx_dropped.nic", 5L, "rx_bytes.nic", 900L)));
        assertEquals(OptionalLong.empty(), NicStatistics.dropped(Map.of("rx_packets", 5L)));
    }

    @Test
    void retransmissionsAreKnownWhereADriverCountsThem() {
        assertEquals(
                OptionalLong.of(5),
                NicStatistics.retransmissions(
                        Map.of("packet_seq_err", 3L, "local_ack_timeout_err", 2L, "lifespan", 9L)));
        assertEquals(
                OptionalLong.empty(), NicStatistics.retransmissions(Map.of("np_cnp_sent", 1L)));
    }

    private static NicAnswers answers(String name, String text) {
        return NicAnswers.parse("@@ %s 0%n%s%n".formatted(name, text));
    }
}
