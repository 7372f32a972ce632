/**
 * Software switches: the fabric in virtual time ({@code fabric}), on live frames ({@code live}),
 * the hosts of a live lab ({@code netns}) and captures ({@code pcap}). Uses {@code testbed-api} and
 * {@code flow-control}.
 */
package io.losslab.softswitch;
