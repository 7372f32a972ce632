/**
 * The OpenConfig data tree of a software switch: its leaves, how each is read from the messages of
 * switch control, and what setting it asks for.
 *
 * <p>Paths follow the public OpenConfig models openconfig-interfaces, -if-ethernet, -qos, -system
 * and -platform. PFC per priority stands where SONiC's openconfig-qos-ext has it ({@code
 * /qos/interfaces/interface/pfc/pfc-priorities}). Thresholds, buffer and what losslab counts beyond
 * OpenConfig are an augmentation of ours, losslab-flow-control: {@code
 * /qos/interfaces/interface/pfc/thresholds}, {@code /qos/interfaces/interface/buffer}, {@code
 * /qos/interfaces/interface/output/queues/queue/state/queue-len} and {@code /qos/shared-buffer}.
 * Under {@code config} stands what is asked for, under {@code state} what is in force; they differ
 * for thresholds of a port where no priority is enabled yet.
 */
package io.losslab.services.gnmi.tree;
