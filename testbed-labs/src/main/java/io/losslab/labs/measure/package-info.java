/**
 * The devices of a cell and what they measure: counters, events, gauges and paused time, in the
 * topology's own names and port numbers.
 */
package io.losslab.labs.measure;
