/** Tests of PFC: thresholds and settings. */
package io.losslab.flowcontrol.pfc;
