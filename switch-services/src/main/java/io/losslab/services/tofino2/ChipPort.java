package io.losslab.services.tofino2;

import io.losslab.proto.v1.NamedScheme;
import java.util.Optional;

/**
 * What a port of a chip does.
 *
 * @param up whether it is enabled, at the speed of its cable
 * @param pfc as the virtual switch takes it; empty: it sends no PFC frames
 * @param obeyed bit i: received PFC of priority i stops the queue of class i
 */
record ChipPort(boolean up, Optional<NamedScheme> pfc, int obeyed) {}
