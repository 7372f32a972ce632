package io.losslab.driver.bfrt.table;

/** Types of fields in bf-rt JSON. */
public enum FieldType {
    /** A number of so many bits, in network byte order. */
    NUMBER,
    BOOL,
    TEXT,
    FLOAT,
    /** A container of other fields, or a type that this version does not know: never used. */
    OPAQUE
}
