// Tests of Phrases.
