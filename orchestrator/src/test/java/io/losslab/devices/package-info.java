/** Kinds of device, as testbed files name them, and one that a test adds. */
package io.losslab.devices;
