package io.losslab.devices.nic.setting;

import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.nic.tool.QosTool;
import io.losslab.devices.nic.tool.QosTool.Ets;
import io.losslab.devices.nic.tool.QosTools;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How the priorities of a NIC share its link (ETS). */
public final class EtsSetting implements NicSetting {
    public static final String CLASSES = "classOfPriority";
    public static final String ALGORITHMS = "algorithms";
    public static final String SHARES = "shares";

    @Override
    public String name() {
        return "ets";
    }

    @Override
    public Map<String, String> read(NicPort nic, NicAnswers answers) {
        return ets(answers).map(EtsSetting::values).orElse(Map.of());
    }

    public static Map<String, String> values(Ets ets) {
        Map<String, String> values = new TreeMap<>();
        values.put(CLASSES, String.join(",", ets.classes()));
        values.put(ALGORITHMS, String.join(",", ets.algorithms()));
        values.put(SHARES, String.join(",", ets.shares()));
        return values;
    }

    @Override
    public String reason(NicAnswers answers) {
        return QosTools.reason(answers, "ets");
    }

    @Override
    public List<String> commands(
            NicPort nic, NicAnswers answers, NicState present, Map<String, String> open) {
        Map<String, String> all = new TreeMap<>(present.values());
        all.putAll(open);
        QosTool tool = QosTools.reading(answers, QosTool::ets).orElseThrow();
        return List.of(
                "$root "
                        + tool.setEts(
                                new Ets(
                                        list(all.get(CLASSES)),
                                        list(all.get(ALGORITHMS)),
                                        list(all.get(SHARES)))));
    }

    private static Optional<Ets> ets(NicAnswers answers) {
        return QosTools.reading(answers, QosTool::ets).flatMap(QosTool::ets);
    }

    private static List<String> list(String values) {
        return Arrays.asList(values.split(",", -1));
    }
}
