/** Pause frames' octets against a second decoder, and the responder. */
package io.losslab.flowcontrol.pause;
