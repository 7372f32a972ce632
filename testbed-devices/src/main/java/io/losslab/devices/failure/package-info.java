/**
 * What a command reports instead of a stack trace, and with which exit code. Uses nothing of ours.
 */
package io.losslab.devices.failure;
