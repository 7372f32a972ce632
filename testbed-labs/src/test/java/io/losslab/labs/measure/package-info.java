/** Figures made of what devices measured. */
package io.losslab.labs.measure;
