/**
 * What must hold in every cell: a class for each check, and the list of all. A check sees the plan
 * of a cell and what its devices reported.
 */
package io.losslab.labs.measure.check;
