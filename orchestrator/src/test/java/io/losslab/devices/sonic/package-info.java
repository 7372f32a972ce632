/** Kind {@code sonic} against stand-ins of SONiC switches, and what they are. */
package io.losslab.devices.sonic;
