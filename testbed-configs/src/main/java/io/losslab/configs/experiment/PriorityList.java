package io.losslab.configs.experiment;

import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.util.List;

/** Reads {@code priorities: [3, 4]} as a bit mask. */
final class PriorityList {
    private PriorityList() {}

    static int read(YamlMap map, int defaultMask) {
        if (!map.has("priorities")) {
            return defaultMask;
        }
        List<YamlValue> items = map.getOrSelf("priorities").items();
        int mask = 0;
        for (YamlValue item : items) {
            mask |= item.integer(0, 7).map(priority -> 1 << priority).orElse(0);
        }
        if (items.isEmpty() && map.getOrSelf("priorities").isList()) {
            map.getOrSelf("priorities").error("no priority is named", "priorities 0 to 7", "");
        }
        return mask == 0 ? defaultMask : mask;
    }
}
