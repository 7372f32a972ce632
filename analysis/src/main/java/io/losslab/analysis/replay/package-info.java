/**
 * The congestion replay of a report: a run's recorded pauses, queues and congestion trees, reduced
 * to what a screen can show, and the player that draws them. Uses {@code run}, the records of
 * {@code summary}, and the drawing of {@code figure}; {@code report} uses it, and {@code
 * comparison} the recorded pauses.
 */
package io.losslab.analysis.replay;
