/** Tests of the gNMI client against the software switch. */
package io.losslab.driver.gnmi;
