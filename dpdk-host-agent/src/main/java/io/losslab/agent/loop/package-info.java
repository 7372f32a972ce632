/**
 * The data thread: receives bursts, obeys control frames, relays or delivers, fires timers, fills
 * bursts from the queues and sends them, all in one loop on one core.
 */
package io.losslab.agent.loop;
