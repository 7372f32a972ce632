package io.losslab.configs.traffic;

import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.size.SizeDistribution;
import java.util.Optional;

/** Where the distributions that files name come from. */
public interface SizeSource {
    /** The distribution a value names; what keeps it from being found was reported. */
    Optional<SizeDistribution> sizes(YamlValue name);
}
