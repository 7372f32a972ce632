/**
 * The calls of a host agent, answered once for every kind of host: requests are read and checked
 * here, and readings become messages. A kind of host is a {@link
 * io.losslab.roce.service.HostEndPoint}. The one package of this module that knows gRPC.
 */
package io.losslab.roce.service;
