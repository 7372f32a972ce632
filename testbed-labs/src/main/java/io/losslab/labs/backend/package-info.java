/**
 * The labs an experiment can run on. A lab is only endpoints and a clock: which devices there are
 * and how they are driven is the same for all. Uses the drivers and, for the virtual lab, the
 * software switch.
 */
package io.losslab.labs.backend;
