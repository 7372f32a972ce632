/** Tests of looking at testbeds, over real sockets and TLS. */
package io.losslab.labs.check;
