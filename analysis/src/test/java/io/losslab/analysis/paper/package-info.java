/** Tests of the comparison with a paper. */
package io.losslab.analysis.paper;
