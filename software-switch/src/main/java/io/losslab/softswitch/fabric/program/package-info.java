/**
 * Switches that run a P4 program: it decides by which port, in which queue and with which headers a
 * packet leaves, and the buffers, queues and flow control of the fabric do the rest.
 */
package io.losslab.softswitch.fabric.program;
