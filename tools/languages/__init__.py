"""Makes the list of all words, the PO files and the tables of host_sim/languages, with Babel."""
