/** Tests of the lab of network namespaces, with real namespaces. */
package io.losslab.softswitch.netns;
