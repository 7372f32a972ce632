/**
 * What switches have in hardware: the scheme, and the leaves by which their management tree shows
 * its settings. Client and server of a switch's gNMI both use these.
 */
package io.losslab.flowcontrol.hardware;
