/** What may be seen of a fabric as it goes: events, samples in virtual time, packets in flight. */
package io.losslab.softswitch.fabric.observe;
