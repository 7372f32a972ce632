package io.losslab.devices.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.fuzz.Fuzz;
import io.losslab.devices.nic.setting.NicSetting;
import io.losslab.devices.nic.setting.NicSettings;
import io.losslab.devices.nic.tool.Dcb;
import io.losslab.devices.nic.tool.MlnxQos;
import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.nic.tool.QosTool;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a host prints about its NIC is read, or counts as not told. */
class NicAnswersFuzzTest {
    private static final int TRIES = 20_000;
    private static final long MOST_ALLOCATED_BYTES = 1 << 21;
    private static final NicPort NIC = new NicPort(1, "eth2", Optional.empty());

    private static final String DCB =
            """
            @@ interface 0
            eth2
            @@ mtu 0
            1500
            @@ pfc 0
            {"pfc_cap":8,"prio_pfc":[false,false,false,true,false,false,false,false]}
            @@ ets 0
            {"tc_bw":[100,0,0,0,0,0,0,0],"tc_tsa":["ets","strict","ets","ets","ets","ets","ets","ets"],
            "prio_tc":[1,0,2,3,4,5,6,7]}
            @@ buffer 0
            {"prio_buffer":[0,0,0,1,0,0,0,0],"buffer_size":[20000,30000,0,0,0,0,0,0]}
            @@ app 0
            {"dscp_prio":[[24,3],[32,4," "]]}
            @@ pause 1
            netlink error
            """;
    private static final String MLNX =
            """
            @@ interface 0
            eth2
            @@ mtu 0
            1500
            @@ mlnx 0
            Priority trust state: dscp
             prio:3 dscp:31,30,29,28,27,26,25,24,
            Receive buffer size (bytes): 20016,156096,0,0,0,0,0,0,
             enabled     1   0   1   0   0   0   1   1
             buffer      0   0   0   1   0   0   0   0
            tc: 0 ratelimit: unlimited, tsa: ets, bw: 10%
              priority:  1
            @@ trust 0
            dscp
            @@ dscp2prio 0
            dscp2prio mapping:
            0 0
            24 3
            @@ flags 0
            Private flags for eth2:
            fw-lldp-agent       : on
            @@ tos 0
            Global tclass=106
            """;

    @Test
    void anyAnswerIsReadOrCountsAsNotTold() {
        new Fuzz()
                .valid(DCB, MLNX)
                .upTo(400)
                .allocatingAtMost(MOST_ALLOCATED_BYTES)
                .run(TRIES, NicAnswersFuzzTest::read);
    }

    private static void read(byte[] output) {
        NicAnswers answers = NicAnswers.parse(new String(output, StandardCharsets.UTF_8));
        for (String name : List.of("interface", "pfc", "mlnx", "pause", "dscp2prio")) {
            assertTrue(!answers.reason(name).contains("\n"));
            answers.table(name);
            answers.colons(name);
        }
        read(new Dcb(answers, "eth2"));
        read(new MlnxQos(answers, "eth2"));
        if (answers.networkInterface().isPresent()) {
            for (NicSetting setting : NicSettings.ALL) {
                setting.read(NIC, answers);
                setting.reason(answers);
            }
        }
    }

    private static void read(QosTool tool) {
        tool.pfc().ifPresent(NicAnswersFuzzTest::assertComplete);
        tool.ets()
                .ifPresent(
                        ets -> {
                            assertComplete(ets.classes());
                            assertComplete(ets.algorithms());
                            assertComplete(ets.shares());
                        });
        tool.buffers()
                .ifPresent(
                        buffers -> {
                            assertComplete(buffers.ofPriorities());
                            assertComplete(buffers.bytes());
                        });
        for (Map.Entry<Integer, Set<Integer>> each : tool.dscp().orElse(Map.of()).entrySet()) {
            assertTrue(each.getKey() >= 0 && each.getKey() < 64, each::toString);
            assertTrue(each.getValue().stream().allMatch(to -> to >= 0 && to < 8), each::toString);
        }
    }

    private static void assertComplete(List<String> values) {
        assertEquals(QosTool.COUNT, values.size());
    }
}
