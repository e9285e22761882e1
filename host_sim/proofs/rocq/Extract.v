(* The checker as an OCaml program; main.ml reads a file and prints the answer. *)
Require Import Certificate.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlString.
Extraction Language OCaml.
Set Warnings "-extraction-opaque-accessed".
Extraction "build/certificate.ml" check.
