package io.losslab.configs.experiment.file;

import io.losslab.configs.yaml.YamlValue;
import java.util.Map;

/**
 * A point of a sweep's matrix: one cell for every seed.
 *
 * @param sweep its name
 * @param scheme flow control
 * @param bindings value of every parameter, in the file's order
 */
record MatrixPoint(String sweep, String scheme, Map<String, YamlValue> bindings) {}
