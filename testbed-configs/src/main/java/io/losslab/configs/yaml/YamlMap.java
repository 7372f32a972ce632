package io.losslab.configs.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A mapping with known keys, already checked for unknown, missing and repeated ones. */
public final class YamlMap {
    private final YamlValue self;
    private final Keys keys;
    private final Map<String, YamlValue.Entry> entries = new LinkedHashMap<>();

    YamlMap(YamlValue self, Keys keys) {
        this.self = self;
        this.keys = keys;
        List<String> known = keys.all();
        for (YamlValue.Entry entry : self.entries()) {
            if (known.contains(entry.key())) {
                entries.put(entry.key(), entry);
            } else {
                self.report(
                        Problem.error(
                                        entry.keyAt(),
                                        entry.value().path(),
                                        "unknown key '%s' in %s"
                                                .formatted(entry.key(), keys.section()))
                                .expecting("one of " + String.join(", ", known))
                                .suggesting(Spelling.didYouMean(entry.key(), known)));
            }
        }
        for (String key : keys.required()) {
            if (!entries.containsKey(key)) {
                self.error("%s lacks the key '%s'".formatted(keys.section(), key));
            }
        }
    }

    /** The mapping itself, for problems that concern all of it. */
    public YamlValue self() {
        return self;
    }

    /** Whether the mapping may have a key. */
    public boolean knows(String key) {
        return keys.required().contains(key) || keys.optional().contains(key);
    }

    public boolean has(String key) {
        return get(key).isPresent();
    }

    /** The value of a key, empty where it is absent; its absence was reported if it is required. */
    public Optional<YamlValue> get(String key) {
        if (!knows(key)) {
            throw new IllegalArgumentException(keys.section() + " has no key " + key);
        }
        return Optional.ofNullable(entries.get(key)).map(YamlValue.Entry::value);
    }

    /** The value of a key, or the mapping where it is absent: something to blame. */
    public YamlValue getOrSelf(String key) {
        return get(key).orElse(self);
    }

    /** Where a key itself stands, or the mapping where it is absent. */
    public Position keyAt(String key) {
        YamlValue.Entry entry = entries.get(key);
        return entry == null ? self.at() : entry.keyAt();
    }
}
