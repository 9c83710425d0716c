"""What is written and drawn for people: boards, sentences, records of games."""
