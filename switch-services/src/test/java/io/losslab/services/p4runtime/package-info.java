/**
 * Tests of the P4Runtime server over real loopback sockets, with plain stubs as the controllers.
 */
package io.losslab.services.p4runtime;
