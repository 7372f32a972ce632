/** Tests of figures. */
package io.losslab.analysis.figure;
