/**
 * What control frames have in common: their header, how their numbers are written, and the frame
 * that no standard has, in which schemes send feedback of their own.
 */
package io.losslab.flowcontrol.frame;
