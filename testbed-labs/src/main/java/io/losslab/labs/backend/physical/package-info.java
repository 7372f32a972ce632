/**
 * The labs of a user's own devices, which a testbed file describes: found, started, and kept in
 * step by the wall's time.
 */
package io.losslab.labs.backend.physical;
