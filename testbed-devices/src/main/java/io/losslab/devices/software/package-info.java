/** Kind {@code softwareSwitch}: the switches of losslab itself, in virtual time and live. */
package io.losslab.devices.software;
