/**
 * What the switches of a served lab stand for: losslab's own, or a device of a lab, whose services
 * they have and whose keys the testbed file gets. Each has a package of its own.
 */
package io.losslab.labs.backend.served;
