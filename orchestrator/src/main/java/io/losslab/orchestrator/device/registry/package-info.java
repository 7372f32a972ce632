/** Which kinds of device there are. */
package io.losslab.orchestrator.device.registry;
