"""The generator: the same numbers on every platform, uniformly distributed."""

import pytest

import serai


def test_the_random_stream_never_changes() -> None:
    assert [serai.Rng(0).next() for _ in range(2)] == [serai.Rng(0).next()] * 2
    rng = serai.Rng(2026)
    assert [rng.next() for _ in range(4)] == [3100782869, 14544812, 1924156299, 1778421176]


def test_seeds_give_different_streams() -> None:
    firsts = {serai.Rng(seed).next() for seed in range(1000)}
    assert len(firsts) > 995
    assert serai.Rng("7").next() == serai.Rng(7).next()
    assert serai.Rng(10**40).next() != serai.Rng(-1).next()


def test_below_is_even_and_in_range() -> None:
    rng = serai.Rng(1)
    for n in (1, 2, 6, 10, 1000):
        drawn = [rng.below(n) for _ in range(6000)]
        assert set(drawn) <= set(range(n))
        if n <= 10:
            for value in range(n):
                assert drawn.count(value) == pytest.approx(6000 / n, rel=0.15)


def test_below_has_no_bias_where_the_range_is_large() -> None:
    rng = serai.Rng(2)
    n = 3 << 29  # of 2**32 words every third value would come twice as often without the rejection
    low = sum(rng.below(n) < n // 2 for _ in range(4000))
    assert low == pytest.approx(2000, rel=0.1)


@pytest.mark.parametrize("n", [0, -1, 2**31 + 1])
def test_below_refuses_what_it_cannot_do(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        serai.Rng(1).below(n)


def test_a_clone_gives_the_same_numbers_and_is_independent() -> None:
    rng = serai.Rng(5)
    rng.next()
    twin = rng.clone()
    assert [rng.next() for _ in range(10)] == [twin.next() for _ in range(10)]
    twin.next()
    assert rng.next() != twin.next()


@pytest.mark.parametrize("n", [1, 2, 6, 3 << 29, 2**31 - 1, 2**31])
def test_below_is_exactly_lemires_method(n: int) -> None:
    """Of the 2**32 words, 2**32 % n are refused; the stream may never change."""
    rng = serai.Rng(8)
    twin = rng.clone()
    for _ in range(500):
        product = twin.next() * n
        while product % 2**32 < 2**32 % n:
            product = twin.next() * n
        assert rng.below(n) == product // 2**32
