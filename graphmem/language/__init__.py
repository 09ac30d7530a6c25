"""Texts of both languages: cleaning, analysis, sentences, dates and cue words; no state."""
