/** Tests of paths as text, and of our gNMI and BF Runtime messages. */
package io.losslab.api.gnmi;
