/**
 * Credit-based flow control as in InfiniBand, a baseline of the Bifrost paper (section II-B): the
 * receiver says how many blocks of 64 bytes a virtual lane may have sent since the link came up
 * (FCCL), the sender counts those it has sent (FCTBS).
 *
 * <p>An approximation from the papers' descriptions, not from the standard's text. It differs in
 * this: blocks are counted along the byte stream of a lane and not rounded up for each packet, so
 * that a receiver can count them by its MAC's counter; the ends of a link take each other's limit
 * for granted at start, as after link initialisation; FCCL and FCTBS travel in frames of their own,
 * and only when they have changed, FCTBS once more when it then stays; lost blocks are granted
 * again from that second frame on, and no sooner than a pipeline's time after the first, since a
 * switch reads a control frame before the data frames ahead of it are through its pipeline; a
 * priority is a virtual lane. Ports that lead to a host are not limited, since hosts take at line
 * rate what comes, but those that lead to a relaying host.
 *
 * <p>{@code ideal: true} is the CBFC-ideal of the paper's section VI-B: unbounded counters, and as
 * much buffer as Bifrost has. Otherwise a counter has 12 bits and at most 2048 blocks are granted
 * at once, which carries 100 Gb/s for about a kilometre.
 */
package io.losslab.flowcontrol.cbfc;
