/** Tests of what is known of started agents. */
package io.losslab.labs.backend.agents;
