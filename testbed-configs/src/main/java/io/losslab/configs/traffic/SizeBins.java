package io.losslab.configs.traffic;

import io.losslab.analysis.run.SizeBin;
import io.losslab.api.units.DataSize;
import java.util.ArrayList;
import java.util.List;

/** Names the bins of a group: {@code group <10KB}, {@code group 10KB-1MB}, {@code group >=1MB}. */
final class SizeBins {
    private SizeBins() {}

    /** The bins between limits that ascend; none without limits. */
    static List<SizeBin> of(String group, List<DataSize> limits) {
        List<SizeBin> bins = new ArrayList<>();
        for (int i = 0; i <= limits.size() && !limits.isEmpty(); i++) {
            boolean first = i == 0;
            boolean last = i == limits.size();
            String range =
                    first
                            ? "<" + limits.get(i)
                            : last
                                    ? ">=" + limits.get(i - 1)
                                    : limits.get(i - 1) + "-" + limits.get(i);
            bins.add(
                    new SizeBin(
                            group,
                            group + " " + range,
                            first ? 0 : limits.get(i - 1).bytes(),
                            last ? Long.MAX_VALUE : limits.get(i).bytes()));
        }
        return bins;
    }
}
