package io.losslab.services.p4runtime.program;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.config.v1.P4BitstringLikeTypeSpec;
import io.losslab.proto.p4.config.v1.P4DataTypeSpec;
import io.losslab.proto.p4.config.v1.P4HeaderTypeSpec;
import io.losslab.proto.p4.config.v1.P4NewTypeSpec;
import io.losslab.proto.p4.config.v1.P4SerializableEnumTypeSpec;
import io.losslab.proto.p4.config.v1.P4StructTypeSpec;
import io.losslab.proto.p4.config.v1.P4TypeInfo;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.proto.p4.v1.P4Header;
import io.losslab.proto.p4.v1.P4StructLike;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The type of what a register holds or a digest carries: bit strings, booleans, tuples, structs,
 * headers, enumerations and types made of them. Source: P4Runtime specification 1.5,
 * "Representation of Arbitrary P4 Types".
 */
public final class DataType {
    private static final ByteString ZERO = BitString.of(0);

    private final P4DataTypeSpec spec;
    private final P4TypeInfo types;

    public DataType(P4DataTypeSpec spec, P4TypeInfo types) {
        this.spec = spec;
        this.types = types;
    }

    /**
     * Checks a value; returns it with canonical bit strings.
     *
     * @param what names the value in the refusal
     */
    public P4Data check(P4Data value, String what) throws Refusal {
        return check(spec, value, what);
    }

    /** What a register holds before it is written. */
    public P4Data initial() {
        return initial(spec);
    }

    /** Whether every type that this one is made of is known and can be held. */
    public boolean isComplete() {
        return isComplete(spec, 0);
    }

    /**
     * Makes a value of what its fields hold.
     *
     * @param fields as bits without sign; those of nested structs one after another
     */
    public P4Data assemble(Iterator<BigInteger> fields) {
        return assemble(spec, fields);
    }

    /** The number that a checked value of one field is. */
    public BigInteger number(P4Data value) {
        return switch (value.getDataCase()) {
            case BOOL -> value.getBool() ? BigInteger.ONE : BigInteger.ZERO;
            case ENUM_VALUE -> new BigInteger(1, value.getEnumValue().toByteArray());
            default -> {
                byte[] bytes = value.getBitstring().toByteArray();
                yield original(spec).getBitstring().hasInt()
                        ? new BigInteger(bytes)
                        : new BigInteger(1, bytes);
            }
        };
    }

    /** How wide the fields of a value are, in the order of {@link #assemble}; 0: unknown. */
    public List<Integer> fieldBits() {
        return fieldBits(spec).boxed().toList();
    }

    private IntStream fieldBits(P4DataTypeSpec type) {
        return switch (type.getTypeSpecCase()) {
            case TUPLE -> type.getTuple().getMembersList().stream().flatMapToInt(this::fieldBits);
            case STRUCT -> members(type).stream().flatMapToInt(this::fieldBits);
            case HEADER ->
                    header(type).getMembersList().stream().mapToInt(it -> width(it.getTypeSpec()));
            case BOOL -> IntStream.of(1);
            case SERIALIZABLE_ENUM ->
                    IntStream.of(underlying(type).getUnderlyingType().getBitwidth());
            case NEW_TYPE ->
                    newType(type).hasOriginalType()
                            ? fieldBits(newType(type).getOriginalType())
                            : IntStream.of(0);
            case BITSTRING -> IntStream.of(width(type.getBitstring()));
            default -> IntStream.of(0);
        };
    }

    private static int width(P4BitstringLikeTypeSpec type) {
        return type.hasInt() ? type.getInt().getBitwidth() : type.getBit().getBitwidth();
    }

    /** What a type stands for that only has another name. */
    private P4DataTypeSpec original(P4DataTypeSpec type) {
        return type.hasNewType() && newType(type).hasOriginalType()
                ? original(newType(type).getOriginalType())
                : type;
    }

    private P4Data assemble(P4DataTypeSpec type, Iterator<BigInteger> fields) {
        P4Data.Builder value = P4Data.newBuilder();
        switch (type.getTypeSpecCase()) {
            case TUPLE -> value.setTuple(assemble(type.getTuple().getMembersList(), fields));
            case STRUCT -> value.setStruct(assemble(members(type), fields));
            case HEADER -> {
                P4Header.Builder header = P4Header.newBuilder().setIsValid(true);
                header(type)
                        .getMembersList()
                        .forEach(it -> header.addBitstrings(bits(it.getTypeSpec(), fields.next())));
                value.setHeader(header);
            }
            case BOOL -> value.setBool(fields.next().signum() != 0);
            case ENUM ->
                    value.setEnum(
                            types.getEnumsOrThrow(type.getEnum().getName())
                                    .getMembers(fields.next().intValue())
                                    .getName());
            case ERROR -> value.setError(types.getError().getMembers(fields.next().intValue()));
            case SERIALIZABLE_ENUM -> value.setEnumValue(BitString.of(fields.next()));
            case NEW_TYPE -> {
                P4NewTypeSpec named = newType(type);
                return named.hasOriginalType()
                        ? assemble(named.getOriginalType(), fields)
                        : value.setBitstring(BitString.of(fields.next())).build();
            }
            default -> value.setBitstring(bits(type.getBitstring(), fields.next()));
        }
        return value.build();
    }

    private P4StructLike assemble(List<P4DataTypeSpec> members, Iterator<BigInteger> fields) {
        P4StructLike.Builder values = P4StructLike.newBuilder();
        members.forEach(member -> values.addMembers(assemble(member, fields)));
        return values.build();
    }

    private static ByteString bits(P4BitstringLikeTypeSpec type, BigInteger unsigned) {
        int width = type.getInt().getBitwidth();
        if (!type.hasInt()) {
            return BitString.of(unsigned);
        }
        BigInteger span = BigInteger.ONE.shiftLeft(width);
        BigInteger value = unsigned.testBit(width - 1) ? unsigned.subtract(span) : unsigned;
        return ByteString.copyFrom(value.toByteArray());
    }

    private P4Data check(P4DataTypeSpec type, P4Data value, String what) throws Refusal {
        return switch (type.getTypeSpecCase()) {
            case BITSTRING -> checkBits(type.getBitstring(), value, what);
            case BOOL -> {
                requireForm(value.hasBool(), what, "a bool");
                yield value;
            }
            case TUPLE -> {
                requireForm(value.hasTuple(), what, "a tuple");
                yield P4Data.newBuilder()
                        .setTuple(
                                checkMembers(
                                        type.getTuple().getMembersList(), value.getTuple(), what))
                        .build();
            }
            case STRUCT -> {
                requireForm(value.hasStruct(), what, "a struct");
                yield P4Data.newBuilder()
                        .setStruct(checkMembers(members(type), value.getStruct(), what))
                        .build();
            }
            case HEADER -> {
                requireForm(value.hasHeader(), what, "a header");
                yield checkHeader(header(type), value.getHeader(), what);
            }
            case ENUM -> {
                requireForm(value.hasEnum(), what, "an enum member");
                boolean known =
                        types.getEnumsOrThrow(type.getEnum().getName()).getMembersList().stream()
                                .anyMatch(it -> it.getName().equals(value.getEnum()));
                requireForm(known, what, "a member of enum " + type.getEnum().getName());
                yield value;
            }
            case ERROR -> {
                requireForm(value.hasError(), what, "an error");
                requireForm(
                        types.getError().getMembersList().contains(value.getError()),
                        what,
                        "an error of the program");
                yield value;
            }
            case SERIALIZABLE_ENUM -> {
                requireForm(value.hasEnumValue(), what, "the value of a serializable enum");
                yield P4Data.newBuilder()
                        .setEnumValue(
                                BitString.unsigned(
                                        value.getEnumValue(),
                                        underlying(type).getUnderlyingType().getBitwidth(),
                                        what))
                        .build();
            }
            case NEW_TYPE -> checkNewType(newType(type), value, what);
            default -> throw unsupported(type);
        };
    }

    private static P4Data checkBits(P4BitstringLikeTypeSpec type, P4Data value, String what)
            throws Refusal {
        requireForm(value.hasBitstring(), what, "a bitstring");
        ByteString bits = value.getBitstring();
        ByteString canonical =
                type.hasInt()
                        ? BitString.signed(bits, type.getInt().getBitwidth(), what)
                        : BitString.unsigned(bits, type.getBit().getBitwidth(), what);
        return P4Data.newBuilder().setBitstring(canonical).build();
    }

    private P4StructLike checkMembers(List<P4DataTypeSpec> specs, P4StructLike value, String what)
            throws Refusal {
        requireForm(
                value.getMembersCount() == specs.size(),
                what,
                "%d members".formatted(specs.size()));
        P4StructLike.Builder checked = P4StructLike.newBuilder();
        for (int i = 0; i < specs.size(); i++) {
            checked.addMembers(check(specs.get(i), value.getMembers(i), what + " member " + i));
        }
        return checked.build();
    }

    private static P4Data checkHeader(P4HeaderTypeSpec type, P4Header value, String what)
            throws Refusal {
        if (!value.getIsValid()) {
            requireForm(value.getBitstringsCount() == 0, what, "no fields in an invalid header");
            return P4Data.newBuilder().setHeader(value).build();
        }
        requireForm(
                value.getBitstringsCount() == type.getMembersCount(),
                what,
                "%d fields".formatted(type.getMembersCount()));
        P4Header.Builder checked = P4Header.newBuilder().setIsValid(true);
        for (int i = 0; i < type.getMembersCount(); i++) {
            P4Data field = P4Data.newBuilder().setBitstring(value.getBitstrings(i)).build();
            checked.addBitstrings(
                    checkBits(type.getMembers(i).getTypeSpec(), field, what + " field " + i)
                            .getBitstring());
        }
        return P4Data.newBuilder().setHeader(checked).build();
    }

    private P4Data checkNewType(P4NewTypeSpec type, P4Data value, String what) throws Refusal {
        if (type.hasOriginalType()) {
            return check(type.getOriginalType(), value, what);
        }
        requireForm(value.hasBitstring(), what, "a bitstring");
        return P4Data.newBuilder()
                .setBitstring(
                        BitString.unsigned(
                                value.getBitstring(),
                                type.getTranslatedType().getSdnBitwidth(),
                                what))
                .build();
    }

    private P4Data initial(P4DataTypeSpec type) {
        P4Data.Builder value = P4Data.newBuilder();
        switch (type.getTypeSpecCase()) {
            case BOOL -> value.setBool(false);
            case TUPLE -> value.setTuple(initials(type.getTuple().getMembersList()));
            case STRUCT -> value.setStruct(initials(members(type)));
            case HEADER -> value.setHeader(P4Header.getDefaultInstance());
            case ENUM ->
                    value.setEnum(
                            types.getEnumsOrThrow(type.getEnum().getName())
                                    .getMembers(0)
                                    .getName());
            case ERROR -> value.setError(types.getError().getMembers(0));
            case SERIALIZABLE_ENUM -> value.setEnumValue(ZERO);
            case NEW_TYPE -> {
                P4NewTypeSpec named = newType(type);
                return named.hasOriginalType()
                        ? initial(named.getOriginalType())
                        : value.setBitstring(ZERO).build();
            }
            default -> value.setBitstring(ZERO);
        }
        return value.build();
    }

    private P4StructLike initials(List<P4DataTypeSpec> members) {
        P4StructLike.Builder values = P4StructLike.newBuilder();
        members.forEach(member -> values.addMembers(initial(member)));
        return values.build();
    }

    private boolean isComplete(P4DataTypeSpec type, int depth) {
        if (depth > 16) {
            return false;
        }
        return switch (type.getTypeSpecCase()) {
            case BITSTRING -> !type.getBitstring().hasVarbit();
            case BOOL -> true;
            case TUPLE ->
                    type.getTuple().getMembersList().stream()
                            .allMatch(it -> isComplete(it, depth + 1));
            case STRUCT ->
                    types.containsStructs(type.getStruct().getName())
                            && members(type).stream().allMatch(it -> isComplete(it, depth + 1));
            case HEADER ->
                    types.containsHeaders(type.getHeader().getName())
                            && header(type).getMembersList().stream()
                                    .noneMatch(it -> it.getTypeSpec().hasVarbit());
            case ENUM ->
                    types.containsEnums(type.getEnum().getName())
                            && types.getEnumsOrThrow(type.getEnum().getName()).getMembersCount()
                                    > 0;
            case ERROR -> types.getError().getMembersCount() > 0;
            case SERIALIZABLE_ENUM ->
                    types.containsSerializableEnums(type.getSerializableEnum().getName());
            case NEW_TYPE ->
                    types.containsNewTypes(type.getNewType().getName())
                            && (newType(type).hasTranslatedType()
                                    || isComplete(newType(type).getOriginalType(), depth + 1));
            default -> false;
        };
    }

    private List<P4DataTypeSpec> members(P4DataTypeSpec type) {
        return types.getStructsOrThrow(type.getStruct().getName()).getMembersList().stream()
                .map(P4StructTypeSpec.Member::getTypeSpec)
                .toList();
    }

    private P4HeaderTypeSpec header(P4DataTypeSpec type) {
        return types.getHeadersOrThrow(type.getHeader().getName());
    }

    private P4SerializableEnumTypeSpec underlying(P4DataTypeSpec type) {
        return types.getSerializableEnumsOrThrow(type.getSerializableEnum().getName());
    }

    private P4NewTypeSpec newType(P4DataTypeSpec type) {
        return types.getNewTypesOrThrow(type.getNewType().getName());
    }

    private static Refusal unsupported(P4DataTypeSpec type) {
        return Refusal.unimplemented("values of type %s".formatted(type.getTypeSpecCase()));
    }

    private static void requireForm(boolean holds, String what, String form) throws Refusal {
        if (!holds) {
            throw Refusal.invalid("%s must have the form of its type: %s".formatted(what, form));
        }
    }
}
