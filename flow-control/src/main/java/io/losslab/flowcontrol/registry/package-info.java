/** Which schemes there are: the one place, but for a scheme's own package, that names it. */
package io.losslab.flowcontrol.registry;
