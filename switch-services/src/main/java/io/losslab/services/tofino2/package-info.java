/**
 * Switches of a virtual fabric as Tofino2 with the program {@code pfc_forward}: BF Runtime in front
 * of each, and what the rows of its tables mean to the switch behind. Tables are known by their
 * names; sizes of packet memory are cells of 176 B.
 */
package io.losslab.services.tofino2;
