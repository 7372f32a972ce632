/** Tests of CBFC: counters, frames, settings, and both ends over a link with delay. */
package io.losslab.flowcontrol.cbfc;
