package io.losslab.configs.traffic;

import io.losslab.api.units.DataSize;
import io.losslab.configs.language.Fields;
import io.losslab.configs.library.WorkloadFiles;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.size.FixedSize;
import io.losslab.traffic.size.MessageSizes;
import io.losslab.traffic.size.UniformSizes;
import java.util.List;
import java.util.Optional;

/**
 * Reads how long messages are: {@code size: 1MB}, {@code size: [30KB, 40KB]}, {@code sizes: NAME}.
 */
final class SizesReader {
    private final WorkloadFiles source;

    SizesReader(WorkloadFiles source) {
        this.source = source;
    }

    /** Sizes of a group that has one of the two keys. */
    Optional<MessageSizes> sizes(Fields map) {
        return map.has(TrafficSections.SIZES)
                ? source.sizes(map.value(TrafficSections.SIZES)).map(sizes -> sizes)
                : sizeOrRange(map.value(TrafficSections.SIZE));
    }

    private static Optional<MessageSizes> sizeOrRange(YamlValue value) {
        if (!value.isList()) {
            return TrafficSections.MESSAGE.reader().apply(value).map(FixedSize::new);
        }
        Optional<List<DataSize>> range = TrafficSections.MESSAGE_RANGE.reader().apply(value);
        return range.map(sizes -> new UniformSizes(sizes.get(0), sizes.get(1)));
    }
}
