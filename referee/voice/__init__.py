"""The printed rules and the words of refusals, in six languages, from the rules themselves."""
