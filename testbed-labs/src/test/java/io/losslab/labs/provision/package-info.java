/** Tests of provisioning against served software switches over real sockets. */
package io.losslab.labs.provision;
