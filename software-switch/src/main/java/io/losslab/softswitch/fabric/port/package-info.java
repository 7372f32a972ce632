/** The ports of all devices of a fabric, by a number from 1 on. */
package io.losslab.softswitch.fabric.port;
