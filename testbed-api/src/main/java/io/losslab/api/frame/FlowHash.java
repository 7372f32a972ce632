package io.losslab.api.frame;

/**
 * The hash by which a switch picks one of several equal-cost ports for a flow.
 *
 * <p>Switch and planner share it, so that a plan can say which way a flow will go. The 5-tuple is
 * hashed as 13 octets in wire order: source address, destination address, protocol 17, source port,
 * destination port.
 */
public enum FlowHash {
    /** Fowler-Noll-Vo 1a, 32 bit, finalised with the seed (finaliser of MurmurHash3). */
    FNV1A {
        @Override
        int hash(int seed, int srcIp, int dstIp, int srcPort, int dstPort) {
            int hash = FNV_OFFSET_BASIS;
            hash = fnv(hash, srcIp, 4);
            hash = fnv(hash, dstIp, 4);
            hash = fnv(hash, PROTOCOL_UDP, 1);
            hash = fnv(hash, srcPort, 2);
            hash = fnv(hash, dstPort, 2);
            return avalanche(hash ^ seed);
        }
    },
    /** CRC-32 of IEEE 802.3 over the seed's four octets and the 5-tuple. */
    CRC32 {
        @Override
        int hash(int seed, int srcIp, int dstIp, int srcPort, int dstPort) {
            int crc = ~0;
            crc = crc(crc, seed, 4);
            crc = crc(crc, srcIp, 4);
            crc = crc(crc, dstIp, 4);
            crc = crc(crc, PROTOCOL_UDP, 1);
            crc = crc(crc, srcPort, 2);
            return ~crc(crc, dstPort, 2);
        }
    };

    /** UDP destination port of RoCEv2. */
    public static final int ROCE_PORT = 4791;

    private static final int PROTOCOL_UDP = 17;
    private static final int FNV_OFFSET_BASIS = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;
    private static final int CRC_POLYNOMIAL = 0xEDB88320;

    abstract int hash(int seed, int srcIp, int dstIp, int srcPort, int dstPort);

    /**
     * Position in the equal-cost set, 0 up to {@code fanout}, for UDP.
     *
     * @param fanout size of the set, above zero
     */
    public int member(int seed, int srcIp, int dstIp, int srcPort, int dstPort, int fanout) {
        return Integer.remainderUnsigned(hash(seed, srcIp, dstIp, srcPort, dstPort), fanout);
    }

    private static int fnv(int hash, int value, int octets) {
        int result = hash;
        for (int shift = 8 * (octets - 1); shift >= 0; shift -= 8) {
            result = (result ^ value >>> shift & 0xFF) * FNV_PRIME;
        }
        return result;
    }

    private static int crc(int crc, int value, int octets) {
        int result = crc;
        for (int shift = 8 * (octets - 1); shift >= 0; shift -= 8) {
            result ^= value >>> shift & 0xFF;
            for (int bit = 0; bit < 8; bit++) {
                result = (result >>> 1) ^ ((result & 1) != 0 ? CRC_POLYNOMIAL : 0);
            }
        }
        return result;
    }

    private static int avalanche(int value) {
        int mixed = value;
        mixed = (mixed ^ mixed >>> 16) * 0x85EBCA6B;
        mixed = (mixed ^ mixed >>> 13) * 0xC2B2AE35;
        return mixed ^ mixed >>> 16;
    }
}
