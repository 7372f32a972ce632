/**
 * Which way packets take: the longest-prefix tables of all devices and the paths that flows are
 * given through them ({@code RoutingTables}, {@code PathFinder}). Uses ports.
 */
package io.losslab.softswitch.fabric.routing;
