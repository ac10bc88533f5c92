"""What the launcher of ranks makes of their end."""

from wavefront.distributed.launch import RanksFailed


def test_the_text_that_a_rank_printed_is_the_error():
    printed = "noise\nwavefront: rank 0: rank 1: no\nwavefront: rank 1: no\n---\nprterun has exited\n"
    assert str(RanksFailed(2, printed)) == "rank 1: no"
    lost = "-----\nprterun noticed that process rank 1 exited on\n   signal 9 (Killed).\n-----\n"
    assert "rank 1 exited on signal 9 (Killed)." in str(RanksFailed(137, lost))
