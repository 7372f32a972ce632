/**
 * How long messages are: fixed, within a range, or drawn from a published distribution. A workload
 * file holds the points of a cumulative distribution and how to draw between them; the published
 * ones come with losslab. Randomness is handed in.
 */
package io.losslab.traffic.size;
