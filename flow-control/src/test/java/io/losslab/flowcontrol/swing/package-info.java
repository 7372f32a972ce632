/** Tests of SWING's relay. */
package io.losslab.flowcontrol.swing;
