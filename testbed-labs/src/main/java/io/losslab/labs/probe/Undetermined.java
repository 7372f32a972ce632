package io.losslab.labs.probe;

/** A quantity cannot be determined, and why. */
final class Undetermined extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Makes one.
     *
     * @param because for users: what follows "not determined, because"
     */
    Undetermined(String because) {
        super(because);
    }
}
