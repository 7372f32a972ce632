/**
 * What every part must agree on about frames: sizes on the wire and the hash that spreads flows
 * over equal-cost ports. Uses nothing of ours.
 */
package io.losslab.api.frame;
