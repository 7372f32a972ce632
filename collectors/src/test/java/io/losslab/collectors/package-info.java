/** Tests of the results directory, on real files. */
package io.losslab.collectors;
