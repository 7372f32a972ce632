package io.losslab.services.product;

/**
 * Who may use a gNMI server.
 *
 * @param password is in no text about it
 */
public record ProductAccount(String user, String password) {
    @Override
    public String toString() {
        return "user " + user;
    }
}
