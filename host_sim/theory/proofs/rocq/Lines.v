(* Who has a line, on masks. *)
Require Import List Arith NArith Bool.
Require Import Game Steps Masks.
Import ListNotations.

Section Lines.
  Variable lines : list line.

  Notation has_line := (has_line lines).

  Lemma has_line_helps s f g : (forall p, f p = s -> g p = s) -> has_line s f -> has_line s g.
  Proof. intros H (o & l & I & O & F). exists o, l. auto. Qed.

  Definition owned (s : side) : list N :=
    map (fun l => mask (snd l)) (filter (fun l => existsb (Nat.eqb s) (fst l)) lines).
  Definition full_mask (lines : list N) (m : N) : bool := existsb (fun l => N.eqb (N.ldiff l m) 0) lines.

  Lemma has_line_mask s m f : (forall p, has m p = true <-> f p = s) -> full_mask (owned s) m = true <-> has_line s f.
  Proof.
    intros M. unfold full_mask, owned, has_line. rewrite existsb_exists. split.
    - intros (x & I & W). apply in_map_iff in I as ([o l] & <- & I). apply filter_In in I as [I O]. simpl in *.
      apply in_list in O. exists o, l. repeat split; auto. intros p P. apply M. rewrite within in W. now apply W, has_mask.
    - intros (o & l & I & O & F). exists (mask l). split.
      + apply in_map_iff. exists (o, l). split; auto. apply filter_In. split; auto. now apply in_list.
      + apply within. intros p P. apply M, F. now apply has_mask.
  Qed.

  (* Whether an order of the points takes each line to a line of the same side. *)
  Definition keeps_lines (o : point -> point) : bool :=
    forallb (fun l => forallb (fun s => existsb (N.eqb (mask (map o (snd l)))) (owned s)) (fst l)) lines.

  Lemma keeps_lines_sound o s f g : keeps_lines o = true -> like o f g -> has_line s f -> has_line s g.
  Proof.
    intros K L (w & l & I & O & F). unfold keeps_lines in K. rewrite forallb_forall in K. specialize (K _ I).
    rewrite forallb_forall in K. specialize (K s O). apply existsb_exists in K as (m & J & E). apply N.eqb_eq in E. subst m.
    unfold owned in J. apply in_map_iff in J as ([w' l'] & E & J). apply filter_In in J as [J O'].
    exists w', l'. repeat split; auto; [now apply in_list|]. intros p P. apply has_mask in P. simpl in E. rewrite E in P.
    apply has_mask, in_map_iff in P as (q & <- & Q). rewrite <- L. now apply F.
  Qed.
End Lines.
