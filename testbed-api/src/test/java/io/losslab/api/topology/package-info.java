/** Tests of the graph and its generators against the papers' figures and closed formulas. */
package io.losslab.api.topology;
