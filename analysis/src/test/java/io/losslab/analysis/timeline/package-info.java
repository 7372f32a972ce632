/** Tests of the timeline. */
package io.losslab.analysis.timeline;
