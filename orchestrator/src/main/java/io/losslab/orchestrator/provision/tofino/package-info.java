/**
 * What a Tofino2 is set to so that a scheme's program works: entries of the program's tables and
 * multicast groups for P4Runtime, rows of ports, traffic manager and packet generator for BF
 * Runtime. All follows from the plan, the binding and the keys of the testbed file; nothing is sent
 * from here. Uses {@code plan}, {@code binding} and the drivers.
 */
package io.losslab.orchestrator.provision.tofino;
