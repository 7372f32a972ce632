/**
 * What applications do with queue pairs, as simulated hosts and agents both do it: when messages
 * are posted, which flows wait for which, and what is logged of completed ones.
 */
package io.losslab.api.traffic;
