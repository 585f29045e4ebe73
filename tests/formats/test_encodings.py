"""Files of any size line by line: packed, in the encodings of people's files, and what is no text at all."""

from __future__ import annotations

import gzip
import io
import os

import pytest

from solver.errors import DealError
from solver.formats.encodings import compressed, lines_of, text_of

PBN = '% PBN\n[White "Jürgen"]\n{\nein Prüfstein ♠}\n'
JSON = '{\n "id": "Jürgen"\n}\n'


def lines(data: bytes) -> str:
    return "".join(lines_of(io.BytesIO(data)))


@pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("text", [PBN, JSON, "", "x", "\n\n# remark\n", JSON * 20_000], ids=range(6))
def test_lines_are_those_of_the_whole_text(text: str, encoding: str, ending: str) -> None:
    data = compressed(text.encode(encoding), ending)
    assert lines(data) == text_of(data) == text


def test_latin_1_in_pbn_and_lin_alone() -> None:
    for text in (PBN.replace("♠", ""), "pn|Jürgen|\nmd|1|\n"):
        assert lines(text.encode("latin-1")) == text_of(text.encode("latin-1")) == text
    assert lines(JSON.encode("latin-1")) == JSON.replace("ü", "\ufffd")


@pytest.mark.parametrize("data", ["ab".encode("utf-32"), "ab".encode("utf-16-le"), "abc".encode("utf-16")[:-1]])
def test_what_is_no_text_that_is_read_here(data: bytes) -> None:
    for read in (lines, text_of):
        with pytest.raises(DealError, match="UTF"):
            read(data)


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_packed_files_in_several_members_and_cut_off(ending: str) -> None:
    noise = os.urandom(200_000).hex() + "\n"
    one = compressed(noise.encode(), ending)
    assert lines(one + one) == noise * 2
    for data in (one[:-1], one[: len(one) // 2], one[:9]):
        with pytest.raises(DealError, match="no whole"):
            lines(data)
        with pytest.raises(DealError, match="no whole"):
            text_of(data)


def test_a_pipe_is_read_as_it_comes() -> None:
    reader, writer = os.pipe()
    with open(reader, "rb") as data, open(writer, "wb", buffering=0) as out:  # noqa: PTH123  (a descriptor)
        out.write(b"first\nsec")
        read = lines_of(data)
        assert next(read) == "first\n"
        out.write(b"ond\n")
        assert next(read) == "second\n"
        out.close()
        assert list(read) == []


def test_gzip_of_another_tool() -> None:
    assert lines(gzip.compress(PBN.encode(), 1)) == PBN


def test_a_small_file_does_not_unpack_to_hundreds_of_megabytes() -> None:
    with pytest.raises(DealError, match="unpacks to more than 64 MB"):
        text_of(gzip.compress(b"\n" * (80 << 20), 1))
    lines = b"W H N:A.2...B K.3..2 Q.4..3 J.5..4 up=7H\n" * 1000
    assert text_of(gzip.compress(lines)) == lines.decode()
