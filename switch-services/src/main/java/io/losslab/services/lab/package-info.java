/**
 * Labs without hardware: {@link io.losslab.services.lab.VirtualLab} puts switches, hosts and the
 * virtual clock of a fabric behind one loopback socket, {@link io.losslab.services.lab.LiveLab} the
 * switches of a fabric that moves real frames.
 */
package io.losslab.services.lab;
