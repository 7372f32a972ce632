package io.losslab.p4.parser;

import io.losslab.p4.packet.PacketState;
import java.util.List;
import java.util.Map;

/** A program's parser. Errors end it, and the program goes on with what was parsed. */
public final class Parser {
    /** States that a packet may pass; more is an error, as a state may lead back to itself. */
    private static final int MOST_STATES = 4096;

    private final ParseState start;
    private final List<Checksum> checksums;
    private final ParserErrors errors;
    private final int fine;
    private final int timeout;

    Parser(ParseState start, List<Checksum> checksums, ParserErrors errors) {
        this.start = start;
        this.checksums = checksums.stream().filter(Checksum::verifies).toList();
        this.errors = errors;
        this.fine = errors.code(ParserErrors.NONE);
        this.timeout = errors.code(ParserErrors.TIMEOUT);
    }

    /** Codes of errors by name. */
    public Map<String, Integer> errors() {
        return errors.all();
    }

    /** Takes the headers of a packet, from its first byte on, and verifies checksums. */
    public void parse(PacketState packet) {
        packet.parserError = fine;
        packet.checksumError = false;
        packet.payload = 0;
        ParseState state = start;
        for (int passed = 0; state != null; passed++) {
            int error = passed < MOST_STATES ? state.run(packet) : timeout;
            if (error != ParseStep.FINE) {
                packet.parserError = error;
                break;
            }
            state = state.next();
        }
        for (int i = 0; i < checksums.size(); i++) {
            if (!checksums.get(i).isRight(packet)) {
                packet.checksumError = true;
            }
        }
    }
}
