package io.losslab.softswitch.fabric.program;

/** What becomes of a packet after a program. */
public interface ProgramOutcome {
    /** It leaves by a port, in the queue of its priority. */
    void forward(int id, int ingress, int egress);

    /** The program dropped it. */
    void drop(int id, int ingress);
}
