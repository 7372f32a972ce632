/** Tests of Pyrrha: frames, states, isolation, and its theorems on small networks. */
package io.losslab.flowcontrol.pyrrha;
