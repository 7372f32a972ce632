/** Tests of the package of the same name. */
package io.losslab.softswitch.fabric.parallel;
