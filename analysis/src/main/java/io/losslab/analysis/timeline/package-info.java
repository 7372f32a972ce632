/**
 * A run as a timeline for Perfetto: queues with their pauses and depths, flows with their messages,
 * and arrows from what caused a pause to the pause.
 */
package io.losslab.analysis.timeline;
