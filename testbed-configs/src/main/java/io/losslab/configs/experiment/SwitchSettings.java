package io.losslab.configs.experiment;

/**
 * Settings of all switches.
 *
 * @param lossyAlpha how many times a switch's free shared buffer a queue without flow control may
 *     hold; 0 for any length
 * @param pipeline what decides where packets go
 */
public record SwitchSettings(double lossyAlpha, Pipeline pipeline) {
    /**
     * No paper of ours names an alpha. 1 is the egress alpha of the Broadcom switch in the public
     * simulator whose IRN is ours (conweave-ns3, SwitchMmu, EgressAlpha). SONiC's lossy profiles
     * commonly have {@code dynamic_th} 3, which is 8.
     */
    public static final SwitchSettings DEFAULT = new SwitchSettings(1, Pipeline.BUILT_IN);

    /** What decides by which port and in which queue packets leave a software switch. */
    public enum Pipeline {
        /** The switch's own routes and schemes. */
        BUILT_IN("builtIn"),
        /** The v1model program of its scheme, as {@code p4c-bm2-ss} compiles it. */
        P4("p4");

        private final String word;

        Pipeline(String word) {
            this.word = word;
        }

        /** As files have it. */
        public String word() {
            return word;
        }
    }

    /** Whether switches run P4 programs. */
    public boolean runPrograms() {
        return pipeline == Pipeline.P4;
    }
}
