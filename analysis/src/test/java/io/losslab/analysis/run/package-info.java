/** Tests of reading and writing the files of a run. */
package io.losslab.analysis.run;
