/** Tests of BFC: frames, queue assignment, pause counts, and order on small networks. */
package io.losslab.flowcontrol.bfc;
