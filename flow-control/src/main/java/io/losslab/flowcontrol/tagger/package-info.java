/**
 * PFC*, the baseline of PortFC (section V-A): ordinary PFC at every ingress, and a queue of its own
 * for each hop, after the cutover strategy of Tagger.
 *
 * <p>The paper gives no rule for the tags. Here a packet's priority is its tag and every relaying
 * host raises it by one up to the last ({@code tags}, two by default). Two tags break every cycle
 * of NDC(n,1) already, so what remains is head-of-line blocking, where the paper expects some
 * deadlocks too. Tagger proper makes packets lossy that leave the expected paths; here they keep
 * the last tag.
 */
package io.losslab.flowcontrol.tagger;
