/**
 * Whether measured values agree with those a paper reports, in direction and in size. Uses {@code
 * run} and {@code statistics}.
 */
package io.losslab.analysis.paper;
