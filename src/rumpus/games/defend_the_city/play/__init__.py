"""What people, bots and learners need to play Defend the City."""
