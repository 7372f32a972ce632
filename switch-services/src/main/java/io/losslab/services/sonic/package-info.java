/**
 * Switches of a virtual fabric as SONiC switches: a real sshd and a real Redis on loopback, with
 * commands of SONiC that refuse what its models refuse. What CONFIG_DB says of PFC and ECN is in
 * force on the virtual switch, and what that counts is in COUNTERS_DB. Sources are named in the
 * commands ({@code resources/losslab/sonic}).
 */
package io.losslab.services.sonic;
