package io.losslab.devices.nic.setting;

import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.ssh.ShellWords;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Link pause (IEEE 802.3x), which stops all priorities and excludes PFC. */
public final class PauseSetting implements NicSetting {
    public static final String RECEIVE = "rx";
    public static final String SEND = "tx";

    @Override
    public String name() {
        return "linkPause";
    }

    @Override
    public Map<String, String> read(NicPort nic, NicAnswers answers) {
        Map<String, String> values = new TreeMap<>();
        answers.colons("pause")
                .forEach(
                        (name, value) -> {
                            String key = name.toLowerCase(Locale.ROOT);
                            if (List.of(RECEIVE, SEND).contains(key)) {
                                values.put(key, value);
                            }
                        });
        return values;
    }

    @Override
    public String reason(NicAnswers answers) {
        return "ethtool -a: " + answers.reason("pause");
    }

    @Override
    public List<String> commands(
            NicPort nic, NicAnswers answers, NicState present, Map<String, String> open) {
        StringBuilder command =
                new StringBuilder("$root ethtool -A " + answers.networkInterface().orElseThrow());
        open.forEach(
                (name, value) ->
                        command.append(' ')
                                .append(name)
                                .append(' ')
                                .append(ShellWords.plain(value)));
        return List.of(command.toString());
    }
}
