/** Tests of the package of this name. */
package io.losslab.benchmarks.run;
