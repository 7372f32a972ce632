package io.losslab.softswitch.fabric.program;

/** What becomes of a packet after a program. */
public interface ProgramOutcome {
    /**
     * It has come in, under the class of its record; once, before all else.
     *
     * @param bytes of the frame that arrived; of the record, they are the program's by now
     */
    void receive(int id, int ingress, int bytes);

    /** It leaves by a port, in the queue of its priority. */
    void forward(int id, int ingress, int egress);

    /** The program dropped it. */
    void drop(int id, int ingress);
}
