package io.losslab.devices.sonic;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.proto.v1.EcnConfig;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * ECN marking of a port as a row of WRED_PROFILE: the same for packets of all colours. The
 * probability is a whole number of percent.
 */
final class MarkingProfile {
    private static final int PERCENT = 100;
    private static final double TOLERANCE = 1e-9;

    private MarkingProfile() {}

    /**
     * The fields of the row.
     *
     * @param place device and port, for errors
     * @throws CommandFailure where SONiC cannot express it
     */
    static Map<String, String> fields(String place, EcnConfig ecn) {
        long percent = Math.round(ecn.getPmax() * PERCENT);
        if (Math.abs(ecn.getPmax() * PERCENT - percent) > TOLERANCE) {
            throw CommandFailure.usage(
                    "%s: ECN marking with pmax %s cannot be set on a SONiC switch: its probability is a whole number of percent"
                            .formatted(place, ecn.getPmax()),
                    "set 'pmax' to %s".formatted(Math.max(1, percent) / (double) PERCENT));
        }
        Map<String, String> fields = new TreeMap<>();
        fields.put("ecn", "ecn_all");
        for (String colour : List.of("green", "yellow", "red")) {
            fields.put("wred_%s_enable".formatted(colour), "true");
            fields.put(colour + "_min_threshold", "" + ecn.getKminBytes());
            fields.put(colour + "_max_threshold", "" + ecn.getKmaxBytes());
            fields.put(colour + "_drop_probability", "" + percent);
        }
        return fields;
    }
}
