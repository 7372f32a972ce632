package io.losslab.configs.experiment;

import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.DataSize;
import io.losslab.configs.yaml.YamlMap;
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
            Optional<YamlMap> rule = item.map(ExperimentFormat.ECN);
            if (rule.isEmpty()) {
                continue;
            }
            List<PortRef> named = ports.of(rule.get(), false);
            Optional<Long> kmin = size(rule.get(), "kmin");
            Optional<Long> kmax = size(rule.get(), "kmax");
            Optional<Double> pmax = pmax(rule.get());
            if (kmin.isEmpty() || kmax.isEmpty() || pmax.isEmpty()) {
                continue;
            }
            if (kmax.get() <= kmin.get()) {
                String message = "kmax %,d B is not above kmin %,d B";
                rule.get().getOrSelf("kmax").error(message.formatted(kmax.get(), kmin.get()));
                continue;
            }
            for (PortRef port : named) {
                byPort.put(port, new EcnMarking(port, kmin.get(), kmax.get(), pmax.get()));
            }
        }
        return List.copyOf(byPort.values());
    }

    private static Optional<Long> size(YamlMap rule, String key) {
        return rule.get(key).flatMap(YamlValue::size).map(DataSize::bytes);
    }

    private static Optional<Double> pmax(YamlMap rule) {
        Optional<Double> pmax = rule.get("pmax").flatMap(YamlValue::ratio);
        if (pmax.isPresent() && (pmax.get() < 0 || pmax.get() > 1)) {
            rule.getOrSelf("pmax").error("pmax is out of range", "0 to 1, or 0% to 100%", "");
            return Optional.empty();
        }
        return pmax;
    }
}
