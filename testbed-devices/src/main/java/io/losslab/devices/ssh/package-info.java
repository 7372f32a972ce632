/**
 * Hosts over SSH: logging in with known host keys only, placing the agent's archive, and starting,
 * watching and stopping agents that outlive a lost connection. Uses sshj and, for keys that never
 * leave it, the user's SSH agent.
 */
package io.losslab.devices.ssh;
