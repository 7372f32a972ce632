/**
 * A switch that runs a program: what becomes of a packet after ingress and after egress, as
 * simple_switch has it. The traffic manager between them is its user's.
 */
package io.losslab.p4.runtime;
