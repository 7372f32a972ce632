package io.losslab.analysis.figure.print;

import io.losslab.analysis.figure.drawing.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Draws a figure in some format. Coordinates are in user units, y downwards. */
interface Pen {
    /** A path with SVG's data. */
    void path(Ink ink, double dx, double dy, String data) throws IOException;

    void rect(Ink ink, double x, double y, double width, double height) throws IOException;

    /**
     * A text.
     *
     * @param look of its letters
     * @param anchor its start, middle or end is at {@code x}: 0, 0.5 or 1
     */
    void text(Ink.Letters look, double anchor, double x, double y, String text) throws IOException;

    /** Draws all of a figure. */
    default void draw(PrintedFigure figure) throws IOException {
        for (PrintedFigure.Part part : figure.parts()) {
            List<String> around = new ArrayList<>();
            for (Shape shape : part.shapes()) {
                draw(shape, around, part.x(), part.y());
            }
        }
    }

    private void draw(Shape shape, List<String> around, double dx, double dy) throws IOException {
        if (shape instanceof Shape.Begin group) {
            around.add(group.classes());
        } else if (shape instanceof Shape.End) {
            around.remove(around.size() - 1);
        } else if (shape instanceof Shape.Path path) {
            Optional<Ink> ink = Ink.of(path.classes(), around);
            if (ink.isPresent() && !path.data().isEmpty()) {
                path(ink.get(), dx, dy, path.data());
            }
        } else if (shape instanceof Shape.Rect rect) {
            Optional<Ink> ink = Ink.of(rect.classes(), around);
            if (ink.isPresent() && rect.width() > 0 && rect.height() > 0) {
                rect(ink.get(), dx + rect.x(), dy + rect.y(), rect.width(), rect.height());
            }
        } else if (shape instanceof Shape.Text text) {
            List<String> classes = List.of(text.classes().split(" "));
            double anchor = classes.contains("mid") ? 0.5 : classes.contains("end") ? 1 : 0;
            text(Ink.ofText(classes), anchor, dx + text.x(), dy + text.y(), text.text());
        }
    }
}
