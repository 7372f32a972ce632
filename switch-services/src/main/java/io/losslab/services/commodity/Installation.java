package io.losslab.services.commodity;

import io.losslab.proto.v1.NamedScheme;
import io.losslab.services.control.BaseSettings;
import io.losslab.services.product.ProductAccount;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a commodity switch is without a run.
 *
 * @param base what gNMI does not set
 * @param pfc by port, where its user has made by hand what gNMI does not set
 * @param prioritySets bit i = priority i: sets of lossless priorities that its user has prepared
 * @param account who may use its gNMI; empty: any user
 */
public record Installation(
        BaseSettings base,
        Map<Integer, NamedScheme> pfc,
        Set<Integer> prioritySets,
        Optional<ProductAccount> account) {
    public Installation {
        pfc = Map.copyOf(pfc);
        prioritySets = Set.copyOf(prioritySets);
    }
}
