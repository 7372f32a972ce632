package io.losslab.devices.nic.setting;

import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.nic.tool.QosTool;
import io.losslab.devices.nic.tool.QosTool.Buffers;
import io.losslab.devices.nic.tool.QosTools;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Priorities that PFC pauses, and the receive buffers, which drivers change with them. The link may
 * go down for a moment.
 */
public final class PfcSetting implements NicSetting {
    /** Eight of 0 or 1. */
    public static final String PRIORITIES = "priorities";

    /** Bytes of each buffer. */
    public static final String BUFFERS = "buffers";

    /** Buffer of each priority. */
    public static final String BUFFER_OF = "bufferOfPriority";

    @Override
    public String name() {
        return "pfc";
    }

    @Override
    public Map<String, String> read(NicPort nic, NicAnswers answers) {
        Map<String, String> values = new TreeMap<>();
        QosTools.reading(answers, QosTool::pfc)
                .flatMap(QosTool::pfc)
                .ifPresent(pfc -> values.put(PRIORITIES, String.join(",", pfc)));
        QosTools.reading(answers, QosTool::buffers)
                .flatMap(QosTool::buffers)
                .ifPresent(
                        buffers -> {
                            values.put(BUFFERS, String.join(",", buffers.bytes()));
                            values.put(BUFFER_OF, String.join(",", buffers.ofPriorities()));
                        });
        return values;
    }

    @Override
    public String reason(NicAnswers answers) {
        return QosTools.reading(answers, QosTool::pfc).isPresent()
                ? QosTools.reason(answers, "buffer")
                : QosTools.reason(answers, "pfc");
    }

    @Override
    public boolean hasRounds() {
        return true;
    }

    /** Buffers follow: what the driver does with them when PFC changes is looked at first. */
    @Override
    public List<String> commands(
            NicPort nic, NicAnswers answers, NicState present, Map<String, String> open) {
        if (open.containsKey(PRIORITIES)) {
            QosTool tool = QosTools.reading(answers, QosTool::pfc).orElseThrow();
            return List.of("$root " + tool.setPfc(list(open.get(PRIORITIES))));
        }
        QosTool tool = QosTools.reading(answers, QosTool::buffers).orElseThrow();
        Buffers now = tool.buffers().orElseThrow();
        Buffers wanted =
                new Buffers(
                        open.containsKey(BUFFER_OF)
                                ? list(open.get(BUFFER_OF))
                                : now.ofPriorities(),
                        open.containsKey(BUFFERS) ? list(open.get(BUFFERS)) : now.bytes());
        return tool.setBuffers(wanted).stream().map(command -> "$root " + command).toList();
    }

    private static List<String> list(String values) {
        return Arrays.asList(values.split(",", -1));
    }
}
