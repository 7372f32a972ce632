/** How the labs of the backends pass time. */
package io.losslab.labs.backend;
