/** Served labs whose switches stand for devices of another kind. */
package io.losslab.labs.backend.served;
