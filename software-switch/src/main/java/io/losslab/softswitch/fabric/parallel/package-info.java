/**
 * One fabric on several threads: parts that are cut at links of long delay ({@code Partition}),
 * each run by a thread of its own up to a time before which nothing can come from another ({@code
 * Windows}), and what crosses the cuts ({@code Mail}). Knows no port, switch or host.
 */
package io.losslab.softswitch.fabric.parallel;
