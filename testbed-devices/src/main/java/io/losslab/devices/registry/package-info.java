/** Which kinds of device there are. */
package io.losslab.devices.registry;
