"""The expression language: text to tree, tree to typed tree, typed tree to a function. It knows no cards."""
