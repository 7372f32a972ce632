/** Tests of NICs: a host over real SSH whose tools and sysfs are stand-ins. */
package io.losslab.devices.nic;
