/**
 * What a device holds under its program, one store for each kind of P4Runtime entity: validated
 * against the {@code program}, kept as it was written, read back with the specification's
 * wildcards. A {@link io.losslab.services.p4runtime.entity.Journal} undoes what a batch did.
 * Everything here is guarded by the device's lock.
 */
package io.losslab.services.p4runtime.entity;
