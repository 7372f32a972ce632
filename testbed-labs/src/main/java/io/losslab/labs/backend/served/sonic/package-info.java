/** Served labs of SONiC switches. */
package io.losslab.labs.backend.served.sonic;
