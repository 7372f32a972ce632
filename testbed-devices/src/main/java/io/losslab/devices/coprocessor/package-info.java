/** What all kinds of switch with a Bifrost coprocessor have in common. */
package io.losslab.devices.coprocessor;
