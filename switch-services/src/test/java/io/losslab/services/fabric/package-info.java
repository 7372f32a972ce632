/** Tests of the thread that owns a fabric. */
package io.losslab.services.fabric;
