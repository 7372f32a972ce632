/**
 * Buffer-based gentle flow control (GFC), a baseline of the OFC paper: the receiver maps its
 * ingress queue to a rate, and the sender slows down in steps but never stops, so that no cycle of
 * stopped queues can form.
 *
 * <p>An approximation: the papers at hand only name the scheme, so thresholds and rates follow from
 * its requirement q &lt; Bm. With stage k, the upstream sends at C/2^k from B_k = Bm - (Bm -
 * B_1)/2^(k-1) on; after B_k is reached at most C/2^(k-1) tau more arrives, which is B_(k+1) - B_k
 * for B_1 = Bm - 2 C tau. That proof is for a fluid; with whole frames the queue may pass Bm by two
 * frames, for which there is headroom. The stages end ({@code stages}), so a drain that stops for
 * ever is out of the promise. A stage is left only when the queue is a frame below its threshold,
 * lest each packet sends a frame. {@code form: continuous} sends the rate itself, C (Bm - q)/(Bm -
 * B_0) with B_0 = Bm - 4 C tau, in 64 steps, and never below C/2^stages. {@code form: stopping} is
 * what the OFC paper says GFC does (section IV-A4): stages "to zero", that is a stop at Bm with the
 * headroom of PFC; it keeps the queue bounded whatever the drain does, and can deadlock.
 *
 * <p>The feedback has eight 16-bit fields as a PFC frame has pause times, but another EtherType: a
 * plain PFC sender must not read a stage as a pause. Ports that lead to a host stay at full rate.
 */
package io.losslab.flowcontrol.gfc;
