/** Tests of the package of the same name. */
package io.losslab.analysis.report;
