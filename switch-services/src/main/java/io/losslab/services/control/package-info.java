/**
 * The services of a fabric's switches, the same that hardware serves: switch control and the
 * Bifrost coprocessor; and the settings of every switch, from message to fabric and back. {@link
 * io.losslab.services.control.SwitchServices} makes them, with P4Runtime and gNMI.
 */
package io.losslab.services.control;
