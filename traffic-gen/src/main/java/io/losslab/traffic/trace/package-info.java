/**
 * Traces of parallel programs, read into programs: GOAL as LogGOPSim and ATLAHS write it, and
 * Chakra execution traces. Errors name the file, the line or record, and the field. Uses {@code
 * program} and {@code collective}.
 */
package io.losslab.traffic.trace;
