/**
 * What people read: the HTML report and the tables of the terminal. Uses the other packages of this
 * module.
 */
package io.losslab.analysis.report;
