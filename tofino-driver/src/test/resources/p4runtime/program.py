"""Exchanges packets with a P4 program that software switches execute, and hears of entries that no packet meets.

Arguments: port of the server, device ids of two neighbours, port of each that leads to the other, P4Info as text and JSON of
the program. Prints one line for each thing that was found out.
"""

import sys

import grpc
from losslab.v1 import virtual_clock_pb2, virtual_clock_pb2_grpc
from p4.v1 import p4runtime_pb2 as p4
from p4.v1 import p4runtime_pb2_grpc

import foreign_client as foreign

CONTROLLER_PORT = 255
MICROSECOND = 1_000


def set_program(stub, session, info, json):
    request = p4.SetForwardingPipelineConfigRequest(device_id=session.device, election_id=session.election)
    request.action = p4.SetForwardingPipelineConfigRequest.VERIFY_AND_COMMIT
    request.config.p4info.CopyFrom(info)
    request.config.p4_device_config = json
    stub.SetForwardingPipelineConfig(request, timeout=60)


def packet_out(session, port, payload, padding=0):
    request = p4.StreamMessageRequest()
    request.packet.payload = payload
    request.packet.metadata.add(metadata_id=1, value=bytes([port]))
    request.packet.metadata.add(metadata_id=2, value=bytes([padding]))
    session.requests.put(request)


def taken(session):
    """An answer on the stream says that what was sent before has been taken."""
    session.claim()
    answer = session.next()
    while not answer.HasField("arbitration"):
        answer = session.next()


def run_until(channel, nanos):
    clock = virtual_clock_pb2_grpc.VirtualClockStub(channel)
    for _ in clock.RunUntil(virtual_clock_pb2.RunUntilRequest(until_ns=nanos), timeout=60):
        pass


def shown(packet):
    metadata = {it.metadata_id: int.from_bytes(it.value, "big") for it in packet.metadata}
    return "port %d, padding %d, cookie %x, from %s, %d bytes" % (
        metadata[1], metadata[2], metadata[3], packet.payload[6:12].hex(), len(packet.payload))


def entry(info, ether_type, port, idle_nanos):
    table = next(it for it in info.tables if it.preamble.name == "ingress.neighbours")
    action = next(it for it in info.actions if it.preamble.name == "ingress.forward")
    made = p4.TableEntry(table_id=table.preamble.id, idle_timeout_ns=idle_nanos)
    made.match.add(field_id=1).exact.value = ether_type
    made.action.action.action_id = action.preamble.id
    made.action.action.params.add(param_id=1, value=bytes([port]))
    return made


def main(server_port, first, second, link, back, info_path, json_path):
    channel = grpc.insecure_channel(f"localhost:{server_port}")
    stub = p4runtime_pb2_grpc.P4RuntimeStub(channel)
    info = foreign.read_p4info(info_path)
    with open(json_path, "rb") as program:
        json = program.read()
    here, there = foreign.Session(stub, first, 5), foreign.Session(stub, second, 5)
    for session in (here, there):
        session.next()
        set_program(stub, session, info, json)

    packet_out(here, link, foreign.LLDP)
    taken(here)
    run_until(channel, 10 * MICROSECOND)
    print("the neighbour's controller has:", shown(there.next().packet))
    packet_out(here, CONTROLLER_PORT, foreign.LLDP)
    print("sent back by the program:", shown(here.next().packet))
    packet_out(here, link, foreign.LLDP, padding=200)
    print("a field too wide:", foreign.name(here.next().error.canonical_code))
    packet_out(here, 99, foreign.LLDP)
    taken(here)

    bounced = entry(info, bytes.fromhex("88cc"), back, 20 * MICROSECOND)
    foreign.write(stub, there, (p4.Update.INSERT, bounced))
    packet_out(here, link, foreign.LLDP)
    taken(here)
    run_until(channel, 20 * MICROSECOND)
    print("by the entry it comes back:", shown(here.next().packet))
    run_until(channel, 60 * MICROSECOND)
    idle = there.next().idle_timeout_notification
    expected = p4.TableEntry()
    expected.CopyFrom(bounced)
    expected.ClearField("action")
    met = (idle.timestamp - bounced.idle_timeout_ns) // MICROSECOND
    print("idle since the packet at", met, "us:", list(idle.table_entry) == [expected])
    for session in (here, there):
        session.close()
    channel.close()


if __name__ == "__main__":
    main(*(int(it) for it in sys.argv[1:6]), *sys.argv[6:])
