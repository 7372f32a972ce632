/**
 * What passes and when: packets and events as records of four longs in one array ({@code Records}),
 * and the timing wheel that holds those to come ({@code Agenda}). Knows no port, switch or host.
 */
package io.losslab.softswitch.fabric.engine;
