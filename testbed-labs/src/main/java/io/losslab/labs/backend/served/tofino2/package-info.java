/** Served labs of Tofino2. */
package io.losslab.labs.backend.served.tofino2;
