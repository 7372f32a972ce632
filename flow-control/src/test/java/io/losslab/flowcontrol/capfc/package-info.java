/** Tests of CaPFC. */
package io.losslab.flowcontrol.capfc;
