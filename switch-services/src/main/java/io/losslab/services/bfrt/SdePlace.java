package io.losslab.services.bfrt;

import io.losslab.proto.bfrt.TableKey;

/**
 * Where an entry is. One with the empty key is the default entry.
 *
 * @param table its id
 * @param pipe 65535: all
 */
public record SdePlace(int table, int pipe, TableKey key) {}
