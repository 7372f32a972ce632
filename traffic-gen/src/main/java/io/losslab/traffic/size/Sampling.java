package io.losslab.traffic.size;

/** How a size is drawn between two points of a cumulative distribution. */
public enum Sampling {
    /** Probability grows in proportion to the size. */
    LINEAR("linear") {
        @Override
        double at(double below, double above, double fraction) {
            return below + fraction * (above - below);
        }

        @Override
        double mean(double below, double above) {
            return (below + above) / 2;
        }
    },
    /** The smallest listed size whose probability reaches the draw; no size between two points. */
    STEP("step") {
        @Override
        double at(double below, double above, double fraction) {
            return above;
        }

        @Override
        double mean(double below, double above) {
            return above;
        }
    },
    /** Probability grows in proportion to the size's logarithm. */
    LOG_LINEAR("logLinear") {
        @Override
        double at(double below, double above, double fraction) {
            return below * Math.pow(above / below, fraction);
        }

        @Override
        double mean(double below, double above) {
            return (above - below) / Math.log(above / below);
        }
    };

    private final String word;

    Sampling(String word) {
        this.word = word;
    }

    /** The word of the file format. */
    public String word() {
        return word;
    }

    /** Size at a fraction, above 0 and up to 1, of the probability between two points. */
    abstract double at(double below, double above, double fraction);

    /** Mean size between two points. */
    abstract double mean(double below, double above);
}
