package io.losslab.devices.nic.tool;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Which tool a host answers to: dcb where the driver of the kernel does, otherwise mlnx_qos. */
public final class QosTools {
    private QosTools() {}

    /** The first tool that reads something. */
    public static Optional<QosTool> reading(
            NicAnswers answers, Function<QosTool, Optional<?>> something) {
        return answers.networkInterface()
                .flatMap(
                        network ->
                                Stream.<QosTool>of(
                                                new Dcb(answers, network),
                                                new MlnxQos(answers, network))
                                        .filter(tool -> something.apply(tool).isPresent())
                                        .findFirst());
    }

    /** Why none does: a line for users. */
    public static String reason(NicAnswers answers, String object) {
        return "dcb %s: %s; mlnx_qos: %s"
                .formatted(object, answers.reason(object), answers.reason("mlnx"));
    }
}
