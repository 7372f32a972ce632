/**
 * Reading YAML so that every mistake is blamed on its line and column: positions, problems, typed
 * access to nodes with units, parameters ({@code ${name}}) and overrides ({@code --set}). Knows
 * nothing of experiments; uses SnakeYAML's node tree and {@code testbed-api}'s units.
 */
package io.losslab.configs.yaml;
