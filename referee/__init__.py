"""The referee: house rules for chinchón as data, judged."""
