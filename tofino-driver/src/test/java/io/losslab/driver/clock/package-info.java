/** Tests over real loopback sockets. */
package io.losslab.driver.clock;
