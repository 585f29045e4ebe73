"""What matches come to: means with intervals, contracts and errors counted, the play beside double dummy, ratings."""
