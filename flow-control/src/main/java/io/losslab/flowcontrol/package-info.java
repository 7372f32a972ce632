/**
 * The flow-control schemes, each written once: switch side, host side, settings and frame. A scheme
 * sees ports and queues through {@link io.losslab.flowcontrol.DataPlane} and knows no clock,
 * thread, socket or simulator. Uses {@code testbed-api}.
 */
package io.losslab.flowcontrol;
