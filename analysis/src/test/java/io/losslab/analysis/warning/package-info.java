/** Tests of the warnings about the amount of traffic. */
package io.losslab.analysis.warning;
