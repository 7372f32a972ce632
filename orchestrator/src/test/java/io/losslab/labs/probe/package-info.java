/** A probe of a standing testbed through the command line. */
package io.losslab.labs.probe;
