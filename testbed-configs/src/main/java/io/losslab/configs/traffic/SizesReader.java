package io.losslab.configs.traffic;

import io.losslab.api.units.DataSize;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.size.FixedSize;
import io.losslab.traffic.size.MessageSizes;
import io.losslab.traffic.size.UniformSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads how long messages are: {@code size: 1MB}, {@code size: [30KB, 40KB]}, {@code sizes: NAME}.
 */
final class SizesReader {
    /** Longest message of an InfiniBand transport. */
    private static final DataSize MAX_MESSAGE = new DataSize(1L << 31);

    private final SizeSource source;

    SizesReader(SizeSource source) {
        this.source = source;
    }

    /** Sizes of a group that has one of the two keys. */
    Optional<MessageSizes> sizes(YamlMap map) {
        if (map.has("size") == map.has("sizes")) {
            map.self().error("a traffic group of this kind has one of 'size' and 'sizes'");
            return Optional.empty();
        }
        return map.has("sizes")
                ? source.sizes(map.getOrSelf("sizes")).map(sizes -> sizes)
                : sizeOrRange(map.getOrSelf("size"));
    }

    /** A single size, 1 B to 2 GiB. */
    static Optional<DataSize> size(YamlValue value) {
        Optional<DataSize> size = value.size();
        if (size.isPresent()
                && (size.get().bytes() == 0 || size.get().compareTo(MAX_MESSAGE) > 0)) {
            value.error("a message of %s cannot be sent".formatted(size.get()), "1B to 2GiB", "");
            return Optional.empty();
        }
        return size;
    }

    private static Optional<MessageSizes> sizeOrRange(YamlValue value) {
        if (!value.isList()) {
            return size(value).map(FixedSize::new);
        }
        List<DataSize> range = new ArrayList<>();
        value.items().forEach(item -> size(item).ifPresent(range::add));
        if (range.size() < value.items().size()) {
            return Optional.empty();
        }
        if (range.size() != 2 || range.get(0).compareTo(range.get(1)) > 0) {
            value.error("'size' is no range", "the least and the greatest size, [30KB, 40KB]", "");
            return Optional.empty();
        }
        return Optional.of(new UniformSizes(range.get(0), range.get(1)));
    }
}
