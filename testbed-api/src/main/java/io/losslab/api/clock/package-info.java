/**
 * The time of labs with real frames, which fabric and agents of a machine share. Uses nothing of
 * ours.
 */
package io.losslab.api.clock;
