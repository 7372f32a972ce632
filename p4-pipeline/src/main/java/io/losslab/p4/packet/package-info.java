/**
 * A packet while a program works on it: where its headers and fields lie, and the state that
 * parser, tables and actions read and write. Nothing here is allocated per packet.
 */
package io.losslab.p4.packet;
