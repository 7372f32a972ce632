package io.losslab.configs.experiment;

import io.losslab.api.units.Nanos;
import io.losslab.configs.scheme.NamedChoice;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.scheme.SettingsReader;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.util.List;
import java.util.Optional;

/** Reads settings of hosts. */
final class HostsReader {
    private static final List<String> MTUS = List.of("256", "512", "1024", "2048", "4096", "8192");

    private final SchemeCatalog catalog;

    HostsReader(SchemeCatalog catalog) {
        this.catalog = catalog;
    }

    /** Settings with the keys of a section changed; what it leaves out stays. */
    HostSettings read(YamlValue section, HostSettings standard) {
        Optional<YamlMap> map = section.map(ExperimentFormat.HOSTS);
        return map.isPresent() ? read(map.get(), standard) : standard;
    }

    private HostSettings read(YamlMap map, HostSettings standard) {
        int mtu =
                map.get("mtu")
                        .flatMap(value -> value.choice(MTUS))
                        .map(Integer::parseInt)
                        .orElse(standard.mtuBytes());
        int ackEvery =
                map.get("ackEvery")
                        .flatMap(value -> value.integer(1, 1 << 16))
                        .map(Long::intValue)
                        .orElse(standard.ackEveryPackets());
        Nanos timeout =
                map.get("retransmitTimeout")
                        .flatMap(YamlValue::time)
                        .orElse(standard.retransmitTimeout());
        if (timeout.nanos() == 0) {
            map.getOrSelf("retransmitTimeout").error("the timeout must be above 0ns");
        }
        Nanos reaction =
                map.get("pauseReaction").flatMap(YamlValue::time).orElse(standard.pauseReaction());
        Optional<NamedChoice> recovery =
                map.get("recovery")
                        .flatMap(
                                value ->
                                        SettingsReader.choice(
                                                value, "a recovery", catalog.recoveries()));
        Optional<NamedChoice> congestionControl =
                map.get("congestionControl")
                        .flatMap(
                                value ->
                                        SettingsReader.choice(
                                                value,
                                                "a congestion control",
                                                catalog.congestionControls()));
        return new HostSettings(
                mtu,
                ackEvery,
                timeout,
                reaction,
                recovery.or(standard::recovery),
                congestionControl.or(standard::congestionControl));
    }
}
