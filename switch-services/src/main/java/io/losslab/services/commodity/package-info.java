/**
 * Switches of a virtual fabric as commodity switches: a gNMI server of a product, or of losslab's
 * own software switch, in front of each, and nothing else. They keep their configuration when the
 * clock is reset.
 */
package io.losslab.services.commodity;
