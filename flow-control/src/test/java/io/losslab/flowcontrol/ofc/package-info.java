/** Tests of OFC. */
package io.losslab.flowcontrol.ofc;
