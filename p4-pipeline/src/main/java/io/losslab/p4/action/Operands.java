package io.losslab.p4.action;

import io.losslab.p4.expression.Expression;
import io.losslab.p4.expression.Expression.HeaderPick;
import io.losslab.p4.expression.ExpressionReader;
import io.losslab.p4.expression.Store;
import io.losslab.p4.expression.Value;
import io.losslab.p4.json.JsonView;
import io.losslab.p4.packet.Names;
import java.util.List;

/** The name and the operands of a primitive in the JSON. */
final class Operands {
    private final JsonView view;
    private final ExpressionReader reader;

    Operands(JsonView view, ExpressionReader reader) {
        this.view = view;
        this.reader = reader;
    }

    String op() {
        return view.text("op");
    }

    /** Where the primitive comes from in the source, if that is known. */
    String source() {
        return view.find("source_info")
                .map(
                        it ->
                                it.text("filename", "?")
                                        + " line "
                                        + it.find("line").map(JsonView::number).orElse(0))
                .orElse(view.path());
    }

    Names names() {
        return reader.names();
    }

    /** Refuses another number of operands. */
    Operands require(int count) {
        int found = view.itemsOf("parameters").size();
        if (found != count) {
            throw view.refused("%s takes %d operands: %d".formatted(op(), count, found));
        }
        return this;
    }

    JsonView at(int index) {
        return view.at("parameters").at(index);
    }

    /** The value of an operand that names something. */
    JsonView name(int index) {
        return at(index).at("value");
    }

    Value number(int index) {
        return reader.value(at(index));
    }

    Value.Low low(int index) {
        return number(index).low();
    }

    HeaderPick header(int index) {
        return reader.header(at(index));
    }

    Expression any(int index) {
        return reader.read(at(index));
    }

    List<Value> numbers(int index) {
        return at(index).at("value").items().stream().map(reader::value).toList();
    }

    /** What stores a value in the field that an operand names. */
    Store store(int index, Value value) {
        Value target = number(index);
        if (target.field().isPresent()) {
            return Store.of(target.field().get(), value);
        }
        return Store.of(
                target.place()
                        .orElseThrow(() -> at(index).wrong("a field, which can be assigned to")),
                value);
    }
}
