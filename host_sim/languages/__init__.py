"""The words of Glowgrid in other languages: a PO file each, and the table that is made of it. README.md says how."""
