/**
 * The lab with real frames: hosts are network namespaces of this machine with the host agent in
 * each, started over SSH, and the switches are live ones. Slowed down by a factor, since one
 * machine cannot move frames as fast as many.
 */
package io.losslab.labs.backend.live;
