package io.losslab.api.gnmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathTextTest {
    @Test
    void keysStandInBrackets() {
        assertEquals(
                Path.newBuilder()
                        .addElem(PathElem.newBuilder().setName("interfaces"))
                        .addElem(
                                PathElem.newBuilder()
                                        .setName("interface")
                                        .putKey("name", "Ethernet1/2"))
                        .addElem(PathElem.newBuilder().setName("state"))
                        .build(),
                PathText.parse("/interfaces/interface[name=Ethernet1/2]/state"));
    }

    @Test
    void bracketsAndBackslashesInValuesAreEscaped() {
        Path path =
                Path.newBuilder()
                        .addElem(
                                PathElem.newBuilder()
                                        .setName("a")
                                        .putKey("k", "x]y\\z")
                                        .putKey("j", "[="))
                        .build();
        assertEquals("/a[j=[=][k=x\\]y\\\\z]", PathText.format(path));
        assertEquals(path, PathText.parse("/a[j=[=][k=x\\]y\\\\z]"));
    }

    @Test
    void theRootIsASlashOrNothing() {
        assertEquals(Path.getDefaultInstance(), PathText.parse("/"));
        assertEquals(Path.getDefaultInstance(), PathText.parse(""));
        assertEquals("/", PathText.format(Path.getDefaultInstance()));
    }

    @Test
    void theFirstSlashMayBeMissing() {
        assertEquals(PathText.parse("/a/b"), PathText.parse("a/b"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/a//b|path '/a//b' needs a name at character 4",
                "/a/|path '/a/' needs a name at character 4",
                "/a[k=v|path '/a[k=v' needs ']' at character 7",
                "/a[k]|path '/a[k]' needs '=' at character 5",
                "/a[=v]|path '/a[=v]' needs the name of a key at character 4",
                "/a[k=v]b|path '/a[k=v]b' needs '/' at character 8",
                "/a[k=v][k=w]|path '/a[k=v][k=w]' has the duplicate key 'k'",
                "/a\\|path '/a\\' needs a character after the backslash at character 4"
            })
    void whatIsNoPathIsRefusedWithThePlace(String text, String problem) {
        assertEquals(
                problem,
                assertThrows(IllegalArgumentException.class, () -> PathText.parse(text))
                        .getMessage());
    }

    @Property
    void everyPathSurvivesBeingWritten(@ForAll("paths") Path path) {
        assertEquals(path, PathText.parse(PathText.format(path)));
    }

    @Provide
    Arbitrary<Path> paths() {
        Arbitrary<String> names =
                Arbitraries.strings().withChars("ab/[]=\\.*-:").ofMinLength(1).ofMaxLength(6);
        Arbitrary<String> keys = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(3);
        Arbitrary<String> values = Arbitraries.strings().ofMaxLength(8);
        Arbitrary<Map<String, String>> maps = Arbitraries.maps(keys, values).ofMaxSize(3);
        Arbitrary<List<PathElem>> elems =
                Combinators.combine(names, maps)
                        .as(
                                (name, map) ->
                                        PathElem.newBuilder().setName(name).putAllKey(map).build())
                        .list()
                        .ofMaxSize(5);
        return elems.map(list -> Path.newBuilder().addAllElem(list).build());
    }
}
