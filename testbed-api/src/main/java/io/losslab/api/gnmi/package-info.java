/**
 * What gNMI's client and server must agree on beyond the messages: how paths are written as text.
 * Uses the stubs of gNMI.
 */
package io.losslab.api.gnmi;
