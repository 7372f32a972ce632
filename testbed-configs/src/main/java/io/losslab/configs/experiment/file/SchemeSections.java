package io.losslab.configs.experiment.file;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.scheme.NamedSettings;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.scheme.SettingsReader;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of experiment files that follow from a catalog of schemes. */
public final class SchemeSections {
    private final Map<SchemeType, Key<Fields>> schemes = new LinkedHashMap<>();
    private final Section rule;
    private final Section hosts;
    private final Section recovery;
    private final Section congestionControl;
    private final SchemeCatalog catalog;

    public SchemeSections(SchemeCatalog catalog) {
        this.catalog = catalog;
        for (SchemeType type : catalog.schemes()) {
            schemes.put(type, SettingsReader.section(NamedSettings.of(type)).key());
        }
        this.rule = rule(schemes);
        this.recovery =
                SettingsReader.choice(
                        "recovery",
                        "a recovery",
                        "How lost packets are retransmitted.",
                        catalog.recoveries());
        this.congestionControl =
                SettingsReader.choice(
                        "congestionControl",
                        "a congestion control",
                        "Congestion control of all queue pairs.",
                        catalog.congestionControls());
        this.hosts =
                ExperimentSections.HOSTS
                        .with(typed(ExperimentSections.RECOVERY, recovery))
                        .with(typed(ExperimentSections.CONGESTION_CONTROL, congestionControl));
    }

    /** An experiment file. */
    public Section experiment() {
        Section scheme =
                ExperimentSections.SCHEME
                        .with(
                                ExperimentSections.RULES.typed(
                                        Type.listOf(rule.type()).called("list of rules")))
                        .with(typed(ExperimentSections.HOST_SETTINGS, hosts));
        return ExperimentSections.EXPERIMENT
                .with(typed(ExperimentSections.HOST_SETTINGS, hosts))
                .with(
                        ExperimentSections.SCHEMES.typed(
                                Type.mapOf(Type.either(Type.listOf(rule.type()), scheme.type()))
                                        .and("minProperties", 1)
                                        .called("mapping of names to rules or schemes")));
    }

    /** A rule of a scheme. */
    Section rule() {
        return rule;
    }

    /** The key of a rule for each scheme. */
    Map<SchemeType, Key<Fields>> schemes() {
        return schemes;
    }

    /** Settings of hosts. */
    Section hosts() {
        return hosts;
    }

    Section recovery() {
        return recovery;
    }

    Section congestionControl() {
        return congestionControl;
    }

    SchemeCatalog catalog() {
        return catalog;
    }

    private static Section rule(Map<SchemeType, Key<Fields>> schemes) {
        List<Key<?>> keys = new ArrayList<>(List.of(ExperimentSections.LINKS));
        keys.add(ExperimentSections.AT);
        keys.addAll(schemes.values());
        Key<?>[] owners =
                schemes.entrySet().stream()
                        .filter(entry -> entry.getKey().has(Trait.OWNS_INGRESS_BUFFER))
                        .map(Map.Entry::getValue)
                        .toArray(Key<?>[]::new);
        return Section.of(
                        "rule",
                        "a scheme's rule",
                        "Flow control of the ports on some links; schemes that can be combined may"
                                + " share a rule. Later rules override earlier ones.",
                        keys)
                .withSomeOf(schemes.values().toArray(Key<?>[]::new))
                .withAtMostOneOf(owners);
    }

    private static <T> Key<?> typed(Key<T> key, Section section) {
        return key.typed(section.type());
    }
}
