/**
 * What experiment files can name and set by keys: flow-control schemes, recoveries, congestion
 * controls; and how their settings are read. Knows no experiment; uses the registries of {@code
 * flow-control} and {@code yaml}.
 */
package io.losslab.configs.scheme;
