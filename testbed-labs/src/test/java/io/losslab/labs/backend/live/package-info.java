/** Tests of the live backend's parts. */
package io.losslab.labs.backend.live;
