/** Which backends there are. */
package io.losslab.labs.backend.registry;
