/**
 * What hardware there is: devices with the addresses of their services, ports, and the cables
 * between them. Knows no experiment and no file. Uses the drivers' addresses and {@code
 * testbed-api}.
 */
package io.losslab.configs.testbed;
