/**
 * The settings of NICs: how each is read from what a host answered, and the commands that lead to
 * another. A new one is a class here and a line in {@code NicSettings}. Pure.
 */
package io.losslab.devices.nic.setting;
