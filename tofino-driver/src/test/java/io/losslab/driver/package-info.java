/** Tests of channels and errors over real loopback sockets, and the server they share. */
package io.losslab.driver;
