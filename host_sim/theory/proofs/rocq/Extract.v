(* The checkers as an OCaml program; main.ml reads a file and prints the answer. *)
From Glowgrid Require Import Certificate Certificate_2.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlString.
Extraction Language OCaml.
Set Warnings "-extraction-opaque-accessed".
Extraction "certificate.ml" check check_2.
