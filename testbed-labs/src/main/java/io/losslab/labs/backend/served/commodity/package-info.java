/** Served labs of commodity switches. */
package io.losslab.labs.backend.served.commodity;
