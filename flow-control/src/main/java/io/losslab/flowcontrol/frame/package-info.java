/**
 * Frames that no standard has: the header that the feedback of several schemes shares. What follows
 * it is each scheme's own.
 */
package io.losslab.flowcontrol.frame;
