/**
 * Tables and action profiles of a device: entries, members, groups and one-shot sets, and the
 * counters and meters of entries. What the forwarding plane carries out reaches it through {@link
 * io.losslab.services.p4runtime.entity.table.TableBinding}.
 */
package io.losslab.services.p4runtime.entity.table;
