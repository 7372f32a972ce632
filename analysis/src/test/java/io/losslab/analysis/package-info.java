/** Tests of the analysis, on results directories made up to resemble a Bifrost run. */
package io.losslab.analysis;
