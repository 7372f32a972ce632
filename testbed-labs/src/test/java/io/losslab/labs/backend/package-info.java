/** Labs and plans for tests. */
package io.losslab.labs.backend;
