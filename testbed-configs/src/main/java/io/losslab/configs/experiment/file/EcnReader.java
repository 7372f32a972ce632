package io.losslab.configs.experiment.file;

import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.EcnMarking;
import io.losslab.configs.language.Fields;
import io.losslab.configs.yaml.YamlValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads ECN rules; the last one that names a port wins. */
final class EcnReader {
    private EcnReader() {}

    static List<EcnMarking> read(YamlValue rules, Topology topology) {
        Map<PortRef, EcnMarking> byPort = new LinkedHashMap<>();
        RulePorts ports = new RulePorts(topology);
        for (YamlValue item : rules.items()) {
            Optional<Fields> rule = ExperimentSections.ECN_RULE.read(item);
            if (rule.isPresent()) {
                marking(rule.get(), ports).forEach(marking -> byPort.put(marking.port(), marking));
            }
        }
        return List.copyOf(byPort.values());
    }

    private static List<EcnMarking> marking(Fields rule, RulePorts ports) {
        List<PortRef> named =
                ports.of(
                        rule.get(ExperimentSections.LINKS),
                        rule.get(ExperimentSections.AT),
                        rule.self(),
                        false);
        if (!rule.isSound()) {
            return List.of();
        }
        long kmin = rule.value(ExperimentSections.KMIN).bytes();
        long kmax = rule.value(ExperimentSections.KMAX).bytes();
        if (kmax <= kmin) {
            String message = "kmax %,d B is not greater than kmin %,d B";
            rule.blame(ExperimentSections.KMAX).error(message.formatted(kmax, kmin));
            return List.of();
        }
        double pmax = rule.value(ExperimentSections.PMAX);
        EcnMarking.Point point = rule.value(ExperimentSections.MARKING_POINT);
        return named.stream().map(port -> new EcnMarking(port, kmin, kmax, pmax, point)).toList();
    }
}
