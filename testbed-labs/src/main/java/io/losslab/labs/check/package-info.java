/**
 * Looks at every device of a testbed without setting anything: reachable, versions, pipeline,
 * ports, cables. Uses {@code testbed} and the drivers.
 */
package io.losslab.labs.check;
