/** Tests of PFC*. */
package io.losslab.flowcontrol.tagger;
