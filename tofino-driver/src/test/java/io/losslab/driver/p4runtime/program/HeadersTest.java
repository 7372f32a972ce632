package io.losslab.driver.p4runtime.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.flowcontrol.bfc.BfcFrame;
import io.losslab.flowcontrol.ofc.OfcFrame;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.portfc.PortFrame;
import io.losslab.flowcontrol.pyrrha.PyrrhaFrame;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads frames that the codecs wrote by the layouts that the programs declare. */
class HeadersTest {
    private static final ProgramSource HEADERS = ProgramSource.read("common/headers.p4");
    private static final long SOURCE_MAC = 0x02AB_CDEF_0123L;
    private static final long ROOT = 0x0102_0304_0506_0708L;
    private static final int FCS_BYTES = 4;

    @Test
    void aPauseFrameIsEthernetMacControlAndPfc() {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(frame, 0, SOURCE_MAC, 0b1010_0001, 0x1234);

        Map<String, Long> fields = fields(frame, "ethernet_t", "mac_control_t", "pfc_t");

        assertEquals(HEADERS.constant("MAC_CONTROL_ADDRESS"), fields.get("dst_addr"));
        assertEquals(SOURCE_MAC, fields.get("src_addr"));
        assertEquals(HEADERS.constant("ETHERTYPE_MAC_CONTROL"), fields.get("ether_type"));
        assertEquals(HEADERS.constant("MAC_CONTROL_PFC"), fields.get("opcode"));
        assertEquals(0b1010_0001L, fields.get("class_vector"));
        assertEquals(0x1234L, fields.get("time0"));
        assertEquals(0L, fields.get("time1"));
        assertEquals(0x1234L, fields.get("time5"));
        assertEquals(0L, fields.get("time6"));
        assertEquals(0x1234L, fields.get("time7"));
        assertEquals(0L, fields.get("rest"));
    }

    @Test
    void aFrameOfPortFcIsEthernetLocalAndPortFc() {
        byte[] frame = new byte[PortFrame.LENGTH_BYTES];
        byte[] relayed = new byte[PortFrame.LENGTH_BYTES];
        PortFrame.write(
                frame, 0, 1, PortFrame.RESUME, PortFrame.DDQ, 0x23, 0x45, 0x1122_3344, 0x5566_7788);
        PortFrame.relay(frame, 0, relayed, 0, SOURCE_MAC, 0x67, 0);

        Map<String, Long> fields = fields(frame, "ethernet_t", "local_t", "portfc_t");
        assertEquals(HEADERS.constant("PORTFC_NOT_RELAYED"), fields.get("relay_index"));
        Map<String, Long> onward = fields(relayed, "ethernet_t", "local_t", "portfc_t");
        assertEquals(HEADERS.constant("MAC_CONTROL_ADDRESS"), onward.get("dst_addr"));
        assertEquals(SOURCE_MAC, onward.get("src_addr"));
        assertEquals(HEADERS.constant("ETHERTYPE_LOCAL"), onward.get("ether_type"));
        assertEquals(HEADERS.constant("LOCAL_PORTFC"), onward.get("magic"));
        assertEquals(HEADERS.constant("PORTFC_RESUME"), onward.get("operation"));
        assertEquals(HEADERS.constant("PORTFC_DDQ"), onward.get("queue_class"));
        assertEquals(0x23L, onward.get("queue"));
        assertEquals(0x45L, onward.get("port_index"));
        assertEquals(0x67L, onward.get("relay_index"));
        assertEquals(1L, onward.get("hops"));
        assertEquals(0x1122_3344L, onward.get("origin_device"));
        assertEquals(0x5566_7788L, onward.get("sequence"));
        assertEquals(0L, onward.get("rest"));
    }

    @Test
    void theOtherCodesOfPortFcAreTheCodecs() {
        assertEquals(PortFrame.PAUSE, HEADERS.constant("PORTFC_PAUSE"));
        assertEquals(PortFrame.IHFQ, HEADERS.constant("PORTFC_IHFQ"));
        assertEquals(PortFrame.RELAY, HEADERS.constant("PORTFC_RELAY"));
    }

    @Test
    void aFrameOfOfcIsEthernetLocalOfcAndItsFlows() {
        byte[] frame = new byte[OfcFrame.MAX_LENGTH_BYTES];
        OfcFrame.begin(frame, SOURCE_MAC, OfcFrame.RESUME, 5, true, ROOT);
        OfcFrame.add(frame, 0x0A00_0001_0A00_0002L);
        OfcFrame.add(frame, 0x0A00_0003_0A00_0004L);
        byte[] sent = Arrays.copyOf(frame, OfcFrame.end(frame));

        Map<String, Long> fields = fields(sent, "ethernet_t", "local_t", "ofc_t", "ofc_flow_t");
        assertEquals(HEADERS.constant("LOCAL_OFC"), fields.get("magic"));
        assertEquals(HEADERS.constant("OFC_RESUME"), fields.get("opcode"));
        assertEquals(5L, fields.get("priority"));
        assertEquals(0L, fields.get("reserved"));
        assertEquals(1L, fields.get("all_flows"));
        assertEquals(0L, fields.get("reserved2"));
        assertEquals(2L, fields.get("flow_count"));
        assertEquals(ROOT >>> 32, fields.get("root_device"));
        assertEquals(ROOT & 0xFFFF_FFFFL, fields.get("root_port"));
        assertEquals(0x0A00_0001L, fields.get("ofc_flow_t.src_addr"));
        assertEquals(0x0A00_0002L, fields.get("ofc_flow_t.dst_addr"));
        assertEquals(
                BigInteger.valueOf(0x0A00_0003_0A00_0004L),
                bits(sent, 8 * (headerBytes("ethernet_t", "local_t", "ofc_t") + 8), 64));
        assertEquals(OfcFrame.PAUSE, HEADERS.constant("OFC_PAUSE"));
    }

    @Test
    void aFrameOfPyrrhaIsEthernetLocalAndPyrrha() {
        PyrrhaFrame frame = new PyrrhaFrame();
        frame.write(SOURCE_MAC, PyrrhaFrame.MERGE, ROOT, 0x1112_1314_1516_1718L, 0x2122);

        Map<String, Long> fields = fields(frame.bytes(), "ethernet_t", "local_t", "pyrrha_t");
        assertEquals(
                (HEADERS.constant("LOCAL_PYRRHA") << 8 | HEADERS.constant("PYRRHA_MERGE")),
                fields.get("magic"));
        assertEquals(ROOT >>> 32, fields.get("root_switch"));
        assertEquals(ROOT & 0xFFFF_FFFFL, fields.get("root_port"));
        assertEquals(0x1112_1314L, fields.get("old_switch"));
        assertEquals(0x1516_1718L, fields.get("old_port"));
        assertEquals(0x2122L, fields.get("hops"));
        assertEquals(0L, fields.get("rest"));
    }

    @Test
    void theOtherCodesOfPyrrhaAreTheCodecs() {
        assertEquals(PyrrhaFrame.PAUSE, HEADERS.constant("PYRRHA_PAUSE"));
        assertEquals(PyrrhaFrame.RESUME, HEADERS.constant("PYRRHA_RESUME"));
        assertEquals(PyrrhaFrame.DEALLOCATE, HEADERS.constant("PYRRHA_DEALLOCATE"));
    }

    @Test
    void aFrameOfBfcIsEthernetLocalAndBfc() {
        BfcFrame frame = new BfcFrame();
        frame.write(SOURCE_MAC, BfcFrame.RESUME, 0x3132, ROOT);

        Map<String, Long> fields = fields(frame.bytes(), "ethernet_t", "local_t", "bfc_t");
        assertEquals((HEADERS.constant("LOCAL_BFC") << 8 | BfcFrame.RESUME), fields.get("magic"));
        assertEquals(0x3132L, fields.get("queue"));
        assertEquals(ROOT >>> 32, fields.get("root_device"));
        assertEquals(ROOT & 0xFFFF_FFFFL, fields.get("root_port"));
        assertEquals(0L, fields.get("rest"));
    }

    /** Tofino2 fills a signal up to the codec's length from the generator's buffer. */
    @Test
    void signalsOfTofino2AreAsLongAsTheCodecs() {
        int shortest = PortFrame.LENGTH_BYTES - FCS_BYTES;
        assertEquals(
                shortest,
                padding("t2na/portfc.p4") + headerBytes("ethernet_t", "local_t", "portfc_t"));
        assertEquals(
                shortest,
                padding("t2na/pyrrha.p4") + headerBytes("ethernet_t", "local_t", "pyrrha_t"));
        assertEquals(
                shortest,
                padding("t2na/ofc.p4")
                        + headerBytes("ethernet_t", "local_t", "ofc_t", "ofc_flow_t"));
    }

    private static long padding(String program) {
        return ProgramSource.read(program).constant("PADDING_BYTES");
    }

    /**
     * Every field of the headers in turn, by its name, and by header and name; what follows up to
     * the frame check sequence is the rest.
     */
    private static Map<String, Long> fields(byte[] frame, String... headers) {
        Map<String, Long> values = new LinkedHashMap<>();
        int bit = 0;
        for (String header : headers) {
            for (Map.Entry<String, Integer> field : HEADERS.header(header).entrySet()) {
                long value = bits(frame, bit, field.getValue()).longValueExact();
                values.putIfAbsent(field.getKey(), value);
                values.put(header + "." + field.getKey(), value);
                bit += field.getValue();
            }
        }
        int restBits = 8 * (frame.length - FCS_BYTES) - bit;
        values.put("rest", bits(frame, bit, restBits).bitLength() == 0 ? 0L : 1L);
        return values;
    }

    private static int headerBytes(String... headers) {
        int bits = 0;
        for (String header : headers) {
            bits += HEADERS.header(header).values().stream().mapToInt(Integer::intValue).sum();
        }
        return bits / 8;
    }

    private static BigInteger bits(byte[] frame, int from, int count) {
        BigInteger all = new BigInteger(1, frame);
        BigInteger mask = BigInteger.ONE.shiftLeft(count).subtract(BigInteger.ONE);
        return all.shiftRight(8 * frame.length - from - count).and(mask);
    }
}
