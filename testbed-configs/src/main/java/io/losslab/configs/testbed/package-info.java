/**
 * What hardware there is: devices with the addresses of their services, ports, and the cables
 * between them, as a testbed file says. Knows no experiment; talks to nobody. Uses {@code yaml} and
 * the drivers' addresses.
 */
package io.losslab.configs.testbed;
