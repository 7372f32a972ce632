package io.losslab.configs.testbed.file;

import io.losslab.api.frame.ClassMap;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Makes a class map of the classes that a testbed file names; the others have the standard's. */
final class ClassMapReader {
    private static final Pattern CLASS = Pattern.compile("[0-7]");

    private ClassMapReader() {}

    /** Reads {@code classes:}; what is wrong is reported, and the standard returned. */
    static ClassMap read(Fields testbed) {
        List<ClassMap.Entry> entries = new ArrayList<>(ClassMap.STANDARD.entries());
        for (YamlValue.Entry named : testbed.get(TestbedSections.CLASSES).orElse(List.of())) {
            if (CLASS.matcher(named.key()).matches()) {
                int trafficClass = Integer.parseInt(named.key());
                entry(named.value(), entries.get(trafficClass))
                        .ifPresent(entry -> entries.set(trafficClass, entry));
            } else {
                named.error("there is no traffic class '%s'".formatted(named.key()), "0 to 7", "");
            }
        }
        List<String> conflicts = ClassMap.conflicts(entries);
        for (String conflict : conflicts) {
            testbed.blame(TestbedSections.CLASSES)
                    .error(
                            conflict,
                            "a DSCP, a PCP, and a queue of its own for each class; classes that are"
                                    + " not listed keep DSCP 8 x CLASS, PCP CLASS, and queue CLASS",
                            "");
        }
        return conflicts.isEmpty() ? new ClassMap(entries) : ClassMap.STANDARD;
    }

    private static Optional<ClassMap.Entry> entry(YamlValue value, ClassMap.Entry standard) {
        return TestbedSections.CLASS
                .read(value)
                .filter(Fields::isSound)
                .map(
                        fields ->
                                new ClassMap.Entry(
                                        of(fields, TestbedSections.DSCP, standard.dscp()),
                                        of(fields, TestbedSections.PCP, standard.pcp()),
                                        of(fields, TestbedSections.CLASS_QUEUE, standard.queue()),
                                        of(
                                                fields,
                                                TestbedSections.PRIORITY_GROUP,
                                                standard.priorityGroup())));
    }

    private static int of(Fields fields, Key<Long> key, int standard) {
        return fields.get(key).map(Long::intValue).orElse(standard);
    }
}
