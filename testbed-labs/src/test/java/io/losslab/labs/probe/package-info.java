/** Probes of software switches whose settings are known. */
package io.losslab.labs.probe;
