/** Tests of PFC: frame layout, responder, thresholds and settings. */
package io.losslab.flowcontrol.pfc;
