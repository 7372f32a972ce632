package io.losslab.devices.nic.setting;

import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.nic.tool.NicScript;
import java.util.List;
import java.util.Map;

/** Type of service of connections that applications make with the RDMA connection manager. */
public final class TosSetting implements NicSetting {
    public static final String TOS = "tos";

    @Override
    public String name() {
        return "cmaRoceTos";
    }

    @Override
    public Map<String, String> read(NicPort nic, NicAnswers answers) {
        return answers.get("tos").map(tos -> Map.of(TOS, tos)).orElse(Map.of());
    }

    @Override
    public String reason(NicAnswers answers) {
        return "configfs of rdma_cm: " + answers.reason("tos");
    }

    @Override
    public List<String> commands(
            NicPort nic, NicAnswers answers, NicState present, Map<String, String> open) {
        return List.of(NicScript.setTos(nic.rdma().orElseThrow(), Integer.parseInt(open.get(TOS))));
    }
}
