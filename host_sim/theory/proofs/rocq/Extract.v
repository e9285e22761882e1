(* The checker as an OCaml program; main.ml reads a file and prints the answer. *)
From Glowgrid Require Import Certificate.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlString.
Extraction Language OCaml.
Set Warnings "-extraction-opaque-accessed".
Extraction "certificate.ml" check.
