/**
 * What a program keeps between packets and computes over them: registers, counters, meters, and
 * hashes. Without knowledge of P4Runtime; cells are read and written by index.
 */
package io.losslab.p4.extern;
