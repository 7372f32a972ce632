package io.losslab.configs.experiment.file;

import io.losslab.api.units.Nanos;
import io.losslab.configs.experiment.HostSettings;
import io.losslab.configs.language.Fields;
import io.losslab.configs.scheme.NamedChoice;
import io.losslab.configs.scheme.SettingsReader;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.roce.congestion.CongestionControls;
import io.losslab.roce.named.NamedType;
import io.losslab.roce.recovery.RecoveryTypes;
import java.util.List;
import java.util.Optional;

/** Reads settings of hosts. */
final class HostsReader {
    private final SchemeSections sections;

    HostsReader(SchemeSections sections) {
        this.sections = sections;
    }

    /** Settings with the keys of a section changed; what it leaves out stays. */
    HostSettings read(YamlValue section, HostSettings standard) {
        Optional<Fields> map = sections.hosts().read(section);
        return map.isPresent() ? read(map.get(), standard) : standard;
    }

    private HostSettings read(Fields map, HostSettings standard) {
        int mtu = map.get(ExperimentSections.MTU).map(Long::intValue).orElse(standard.mtuBytes());
        int ackEvery =
                map.get(ExperimentSections.ACK_EVERY)
                        .map(Long::intValue)
                        .orElse(standard.ackEveryPackets());
        Nanos timeout =
                map.get(ExperimentSections.RETRANSMIT_TIMEOUT).orElse(standard.retransmitTimeout());
        Nanos reaction =
                map.get(ExperimentSections.PAUSE_REACTION).orElse(standard.pauseReaction());
        Optional<NamedChoice> recovery =
                map.get(ExperimentSections.RECOVERY)
                        .flatMap(sections.recovery()::read)
                        .flatMap(
                                keys ->
                                        SettingsReader.read(
                                                keys,
                                                sections.catalog().recoveries(),
                                                choice -> make(RecoveryTypes.ALL, choice)));
        Optional<NamedChoice> congestionControl =
                map.get(ExperimentSections.CONGESTION_CONTROL)
                        .flatMap(sections.congestionControl()::read)
                        .flatMap(
                                keys ->
                                        SettingsReader.read(
                                                keys,
                                                sections.catalog().congestionControls(),
                                                choice -> make(CongestionControls.ALL, choice)));
        return new HostSettings(
                mtu,
                ackEvery,
                timeout,
                reaction,
                recovery.or(standard::recovery),
                congestionControl.or(standard::congestionControl));
    }

    /** Makes what hosts would make, to see whether they can. */
    private static <T> void make(List<NamedType<T>> types, NamedChoice choice) {
        NamedType.find(types, choice.name()).ifPresent(type -> type.make(choice.settings()));
    }
}
