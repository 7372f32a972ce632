/** Tests of the live switches, over real interfaces in network namespaces. */
package io.losslab.softswitch.live;
