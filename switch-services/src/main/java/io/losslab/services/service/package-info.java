/**
 * The gRPC services of the virtual fabric, the same that hardware and host agents serve: switch
 * control, Bifrost coprocessor, host agent, and the virtual clock. {@link
 * io.losslab.services.service.VirtualLab} puts them, with P4Runtime, behind one loopback socket.
 * Uses {@code fabric} and {@code p4runtime}.
 */
package io.losslab.services.service;
