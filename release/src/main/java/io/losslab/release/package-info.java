/** Writes the parts of a release that come from the program itself: its manual and completion. */
package io.losslab.release;
