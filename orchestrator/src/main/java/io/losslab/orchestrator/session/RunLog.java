package io.losslab.orchestrator.session;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * The log of a run: everything that is logged while it is open goes to {@code log.txt}, nothing to
 * the terminal. Messages of {@code java.util.logging}, which gRPC uses, come along.
 */
public final class RunLog implements AutoCloseable {
    private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level [%thread] %logger{30}: %msg%n";

    private final FileAppender<ILoggingEvent> appender;

    private RunLog(FileAppender<ILoggingEvent> appender) {
        this.appender = appender;
    }

    /** Starts the log in a directory that exists. */
    public static RunLog open(Path directory) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setContext(context);
        appender.setFile(directory.resolve("log.txt").toString());
        appender.setEncoder(encoder);
        appender.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        return new RunLog(appender);
    }

    @Override
    public void close() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.getLogger(Logger.ROOT_LOGGER_NAME).detachAppender(appender);
        appender.stop();
    }
}
