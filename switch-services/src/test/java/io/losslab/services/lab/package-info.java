/** The virtual fabric's services, called over a real loopback socket. */
package io.losslab.services.lab;
