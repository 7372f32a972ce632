/**
 * What a P4Info promises, and values checked against it: bit strings, match keys, actions, data of
 * P4 types, controller headers. Nothing here has state of a device. Used by the stores in {@code
 * entity} and by the server.
 */
package io.losslab.services.p4runtime.program;
