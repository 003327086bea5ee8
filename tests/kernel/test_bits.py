import pytest

from serai.kernel.bits import bit, count, nth


def test_every_bit_of_a_set_is_its_own() -> None:
    assert [bit(n) for n in range(62)] == [2**n for n in range(62)]
    with pytest.raises(IndexError):
        bit(62)


def test_count() -> None:
    assert [count(mask) for mask in (0, 1, 0b1011, 2**47 - 1, 2**61)] == [0, 1, 3, 47, 1]


def test_nth_member_of_a_set() -> None:
    for mask in (1, 0b1011, 0b100_0000_0001, 2**47 - 1, 2**61 | 2**9):
        members = [n for n in range(62) if mask >> n & 1]
        assert [nth(mask, index) for index in range(count(mask))] == members
