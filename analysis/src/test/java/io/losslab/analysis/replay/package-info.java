/** Tests of the congestion replay; its results come from the writers of real runs. */
package io.losslab.analysis.replay;
