package io.losslab.devices.sonic.counters;

import io.losslab.devices.ssh.ShellWords;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads all columns of many ports by one command: a script that Redis runs, so that the values of a
 * sample are of one time, which is in the first line. A line for each port, in their order; {@code
 * -} stands for a value that is not there.
 */
final class CounterScript {
    /** Places of tables and names: sonic-swss-common, schema.h. */
    private static final String TEMPLATE =
            """
            local columns = {%s} \
            local maps = {PORT = 'COUNTERS_PORT_NAME_MAP', QUEUE = 'COUNTERS_QUEUE_NAME_MAP', \
            GROUP = 'COUNTERS_PG_NAME_MAP'} \
            local time = redis.call('TIME') \
            local lines = {time[1] .. ' ' .. time[2]} \
            for i, port in ipairs(ARGV) do \
            local oids = {} local line = {} \
            for j, column in ipairs(columns) do \
            local name = port if column[1] ~= 'PORT' then name = port .. ':' .. column[3] end \
            local id = column[1] .. name \
            if oids[id] == nil then \
            oids[id] = redis.call('HGET', maps[column[1]], name) or '' end \
            local value = false \
            if oids[id] ~= '' then \
            value = redis.call('HGET', column[2] .. ':' .. oids[id], column[4]) end \
            line[j] = value or '-' end \
            lines[i + 1] = table.concat(line, ' ') end \
            return table.concat(lines, '\\n')\
            """;

    private CounterScript() {}

    /** A command of the POSIX shell. */
    static String command(List<CounterColumn> columns, List<String> ports) {
        String script =
                TEMPLATE.formatted(
                        columns.stream().map(CounterScript::text).collect(Collectors.joining(",")));
        return "sonic-db-cli COUNTERS_DB EVAL %s 0 %s"
                .formatted(ShellWords.quoted(script), ShellWords.quoted(ports));
    }

    private static String text(CounterColumn column) {
        String map =
                switch (column.object()) {
                    case PORT -> "PORT";
                    case QUEUE, QUEUE_WATERMARK -> "QUEUE";
                    case GROUP, GROUP_WATERMARK -> "GROUP";
                };
        return "{'%s','%s','%d','%s'}"
                .formatted(
                        map,
                        column.isLevel() ? "USER_WATERMARKS" : "COUNTERS",
                        column.index(),
                        column.field());
    }
}
