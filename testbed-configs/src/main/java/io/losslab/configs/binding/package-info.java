/**
 * Which device stands for which node of a topology, and which cable for which link: placed by the
 * testbed file or found by search. Port numbers are translated here. Uses {@code testbed} and
 * topologies.
 */
package io.losslab.configs.binding;
