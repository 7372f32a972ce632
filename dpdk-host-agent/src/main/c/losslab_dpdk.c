/*
 * The functions of DPDK that losslab's host agent calls, as plain symbols: burst functions, packet buffer
 * allocation and the data address of a buffer are inline in DPDK's headers and cannot be bound otherwise.
 *
 * JNA binds the functions that begin with ll_. What is called per burst or per frame has the name and the two first
 * parameters that the Java virtual machine links by itself: JNA would add 200 ns to each call, as much as ten frames cost.
 *
 * Addresses travel as 64-bit numbers. Arrays are the caller's. Whole numbers below zero are negated errno values.
 * A packet buffer belongs to the caller from a receive or an allocation until a send takes it or it is freed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_ethdev.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>
#include <rte_version.h>

#define MAX_ARGUMENTS 64

/* A static method of the class PacketCalls, which uses neither the environment nor the class. */
#define JAVA(name) Java_io_losslab_agent_dpdk_PacketCalls_##name
#define CALLER void *environment __rte_unused, void *calling_class __rte_unused

/* Most frames of a burst; the caller counts on it. */
#define BURST_FRAMES 32

/* Grows when a function's meaning or parameters change. */
int ll_shim_version(void)
{
    return 7;
}

const char *ll_dpdk_version(void)
{
    return rte_version();
}

/*
 * Starts the environment abstraction layer, once a process. The calling thread keeps the cores it may run on.
 * Arguments are one a line; DPDK keeps pointers to them, so the copy is never freed.
 */
int ll_eal_start(const char *arguments)
{
    char *copy = strdup(arguments);
    if (copy == NULL)
        return -ENOMEM;
    char *argv[MAX_ARGUMENTS + 1];
    int argc = 0;
    char *rest = NULL;
    for (char *word = strtok_r(copy, "\n", &rest); word != NULL; word = strtok_r(NULL, "\n", &rest)) {
        if (argc == MAX_ARGUMENTS) {
            free(copy);
            return -E2BIG;
        }
        argv[argc++] = word;
    }
    argv[argc] = NULL;

    cpu_set_t cores;
    int known = pthread_getaffinity_np(pthread_self(), sizeof(cores), &cores) == 0;
    int used = rte_eal_init(argc, argv);
    int error = rte_errno;
    if (known)
        pthread_setaffinity_np(pthread_self(), sizeof(cores), &cores);
    return used < 0 ? -(error != 0 ? error : EINVAL) : used;
}

int ll_eal_cleanup(void)
{
    return rte_eal_cleanup();
}

/* Gives the calling thread a core number, and so a cache in every pool. The thread is not pinned. */
int ll_thread_register(void)
{
    if (rte_lcore_id() != LCORE_ID_ANY)
        return 0;
    return rte_thread_register() == 0 ? 0 : -rte_errno;
}

void ll_thread_unregister(void)
{
    rte_thread_unregister();
}

/* A thread runs before all that are not real-time; 0 is the calling one, which also wakes when it asked to. */
int ll_thread_real_time(int thread, int priority)
{
    struct sched_param parameter = {.sched_priority = priority};
    if (thread == 0)
        prctl(PR_SET_TIMERSLACK, 1);
    return sched_setscheduler(thread, SCHED_RR, &parameter) == 0 ? 0 : -errno;
}

/* ---- packet buffers ---- */

/* Address of a new pool; 0 where memory is short. */
int64_t ll_pool_create(const char *name, int buffers, int cache, int room_bytes)
{
    struct rte_mempool *pool = rte_pktmbuf_pool_create(name, (unsigned)buffers, (unsigned)cache, 0,
                                                       (uint16_t)(room_bytes + RTE_PKTMBUF_HEADROOM),
                                                       (int)SOCKET_ID_ANY);
    return (int64_t)(uintptr_t)pool;
}

int ll_pool_free_buffers(int64_t pool)
{
    return (int)rte_mempool_avail_count((struct rte_mempool *)(uintptr_t)pool);
}

/* All of them or none. */
int32_t JAVA(allocate)(CALLER, int64_t pool, int64_t buffers, int64_t data, int32_t count)
{
    struct rte_mbuf **to = (struct rte_mbuf **)(uintptr_t)buffers;
    int failed = rte_pktmbuf_alloc_bulk((struct rte_mempool *)(uintptr_t)pool, to, (unsigned)count);
    if (failed != 0)
        return -ENOMEM;
    uint64_t *addresses = (uint64_t *)(uintptr_t)data;
    for (int i = 0; i < count; i++)
        addresses[i] = (uint64_t)rte_pktmbuf_mtod(to[i], uintptr_t);
    return count;
}

void JAVA(free)(CALLER, int64_t buffers, int32_t count)
{
    rte_pktmbuf_free_bulk((struct rte_mbuf **)(uintptr_t)buffers, (unsigned)count);
}

/* Moves the start of a frame by some bytes towards the front; returns its new data address, 0 where no room is left. */
int64_t JAVA(prepend)(CALLER, int64_t buffer, int32_t bytes)
{
    return (int64_t)(uintptr_t)rte_pktmbuf_prepend((struct rte_mbuf *)(uintptr_t)buffer, (uint16_t)bytes);
}

/* Writes the lengths of frames into their buffers. */
void JAVA(setLengths)(CALLER, int64_t buffers, int64_t lengths, int32_t count)
{
    struct rte_mbuf **to = (struct rte_mbuf **)(uintptr_t)buffers;
    const uint32_t *bytes = (const uint32_t *)(uintptr_t)lengths;
    for (int i = 0; i < count; i++) {
        to[i]->data_len = (uint16_t)bytes[i];
        to[i]->pkt_len = bytes[i];
    }
}

/* ---- bursts ---- */

/* What a call receives, as the caller lays it out: buffer address, data address and length of each frame. */
struct burst {
    struct rte_mbuf *buffers[BURST_FRAMES];
    uint64_t data[BURST_FRAMES];
    uint32_t lengths[BURST_FRAMES];
};

/*
 * Sends the first frames of a burst, then receives up to a burst: one call, since a call costs as much as several
 * frames. Returns the frames received, and in the high half the frames sent.
 */
int64_t JAVA(exchange)(CALLER, int32_t port, int64_t out, int32_t out_count, int64_t in)
{
    uint64_t sent = 0;
    if (out_count > 0) {
        struct burst *from = (struct burst *)(uintptr_t)out;
        sent = rte_eth_tx_burst((uint16_t)port, 0, from->buffers, (uint16_t)out_count);
    }
    struct burst *to = (struct burst *)(uintptr_t)in;
    int count = rte_eth_rx_burst((uint16_t)port, 0, to->buffers, BURST_FRAMES);
    for (int i = 0; i < count; i++) {
        struct rte_mbuf *buffer = to->buffers[i];
        if (unlikely(buffer->nb_segs > 1 && rte_pktmbuf_linearize(buffer) != 0)) {
            /* Longer than a buffer: the caller frees it. */
            to->data[i] = 0;
            to->lengths[i] = rte_pktmbuf_pkt_len(buffer);
            continue;
        }
        to->data[i] = (uint64_t)rte_pktmbuf_mtod(buffer, uintptr_t);
        to->lengths[i] = rte_pktmbuf_data_len(buffer);
        rte_prefetch0((void *)(uintptr_t)to->data[i]);
    }
    return (int64_t)(sent << 32 | (uint64_t)count);
}

/* ---- ports ---- */

/* Makes a virtual device; below 0 where its driver is not installed, or refuses. */
int ll_device_add(const char *name)
{
    return rte_eal_hotplug_add("vdev", name, "");
}

int ll_device_remove(const char *name)
{
    return rte_eal_hotplug_remove("vdev", name);
}

int ll_port_named(const char *name)
{
    uint16_t port;
    int failed = rte_eth_dev_get_port_by_name(name, &port);
    return failed != 0 ? failed : port;
}

/* The MTU for packets of that length, or the largest that the driver admits; virtual devices pass longer ones, too. */
static uint32_t mtu_for(uint16_t port, uint32_t packet_bytes)
{
    struct rte_eth_dev_info info;
    if (rte_eth_dev_info_get(port, &info) != 0)
        return RTE_ETHER_MTU;
    uint32_t overhead = RTE_ETHER_HDR_LEN + RTE_ETHER_CRC_LEN;
    if (info.max_mtu != UINT16_MAX && info.max_rx_pktlen > info.max_mtu)
        overhead = info.max_rx_pktlen - info.max_mtu;
    uint32_t most = RTE_MIN((uint32_t)info.max_mtu, info.max_rx_pktlen - overhead);
    return RTE_MIN(packet_bytes, most);
}

/*
 * One queue each way, frames for other addresses too. A driver may take another number of descriptors, and a smaller
 * MTU.
 */
int ll_port_start(int port, int descriptors, int mtu, int64_t pool)
{
    struct rte_eth_conf settings;
    memset(&settings, 0, sizeof(settings));
    settings.rxmode.mtu = mtu_for((uint16_t)port, (uint32_t)mtu);
    int failed = rte_eth_dev_configure((uint16_t)port, 1, 1, &settings);
    if (failed != 0)
        return failed;
    uint16_t rx = (uint16_t)descriptors;
    uint16_t tx = (uint16_t)descriptors;
    failed = rte_eth_dev_adjust_nb_rx_tx_desc((uint16_t)port, &rx, &tx);
    if (failed != 0)
        return failed;
    unsigned socket = (unsigned)rte_eth_dev_socket_id((uint16_t)port);
    failed = rte_eth_rx_queue_setup((uint16_t)port, 0, rx, socket, NULL, (struct rte_mempool *)(uintptr_t)pool);
    if (failed < 0 && failed != -ENOTSUP)
        return failed;
    failed = rte_eth_tx_queue_setup((uint16_t)port, 0, tx, socket, NULL);
    if (failed < 0)
        return failed;
    failed = rte_eth_dev_start((uint16_t)port);
    if (failed < 0)
        return failed;
    failed = rte_eth_promiscuous_enable((uint16_t)port);
    return failed == -ENOTSUP ? 0 : failed;
}

int ll_port_mtu(int port)
{
    uint16_t mtu;
    int failed = rte_eth_dev_get_mtu((uint16_t)port, &mtu);
    return failed != 0 ? failed : mtu;
}

/* Flow-control frames are the agent's to obey: the port is to pass them on, and to send and obey none itself. */
int ll_port_pass_flow_control(int port)
{
    struct rte_eth_fc_conf control;
    memset(&control, 0, sizeof(control));
    int failed = rte_eth_dev_flow_ctrl_get((uint16_t)port, &control);
    if (failed != 0)
        return failed;
    control.mode = RTE_ETH_FC_NONE;
    control.autoneg = 0;
    control.mac_ctrl_frame_fwd = 1;
    return rte_eth_dev_flow_ctrl_set((uint16_t)port, &control);
}

int ll_port_stop(int port)
{
    return rte_eth_dev_stop((uint16_t)port);
}

int ll_port_close(int port)
{
    return rte_eth_dev_close((uint16_t)port);
}

/* MAC address of a port, in the low 48 bits. */
int64_t ll_port_mac(int port)
{
    struct rte_ether_addr address;
    int failed = rte_eth_macaddr_get((uint16_t)port, &address);
    if (failed != 0)
        return failed;
    int64_t mac = 0;
    for (int i = 0; i < RTE_ETHER_ADDR_LEN; i++)
        mac = mac << 8 | address.addr_bytes[i];
    return mac;
}

/* Whether there is a link. */
int ll_port_link_up(int port)
{
    struct rte_eth_link link;
    int failed = rte_eth_link_get_nowait((uint16_t)port, &link);
    return failed < 0 ? failed : link.link_status;
}

/* Names of the extended statistics in fixed fields of 64 bytes; returns how many there are, also where they do not fit. */
int ll_port_xstat_names(int port, int64_t names, int max)
{
    _Static_assert(RTE_ETH_XSTATS_NAME_SIZE == 64, "the caller counts on fields of 64 bytes");
    return rte_eth_xstats_get_names((uint16_t)port, (struct rte_eth_xstat_name *)(uintptr_t)names, (unsigned)max);
}

/* Values of the extended statistics, in the order of their names. */
int ll_port_xstat_values(int port, int64_t values, int max)
{
    return rte_eth_xstats_get_by_id((uint16_t)port, NULL, (uint64_t *)(uintptr_t)values, (unsigned)max);
}
