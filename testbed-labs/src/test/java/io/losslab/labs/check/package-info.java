/** Tests of frames that find cables. */
package io.losslab.labs.check;
