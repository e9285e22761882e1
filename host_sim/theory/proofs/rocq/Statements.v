(* From a checked certificate to a theorem in the words of Game.v. *)
Require Import String List Arith NArith.
Require Import Game Steps Masks Lines Connections Rules Table Certificate.
Import ListNotations.

(* How a game is won: it has lines, or groups, or groups and rings. *)
Lemma won_by_lines n k lines stones t s f : has_won (State n k lines [] [] [] stones t) s f <-> has_line lines s f.
Proof.
  unfold has_won. simpl. split; [|now left]. intros [W|[(x & y & z & [] & _)|(p & [] & _)]]. exact W.
Qed.
Lemma won_by_joins n k nears joins stones t s f :
  has_won (State n k [] nears joins [] stones t) s f <-> joined nears joins s f.
Proof.
  unfold has_won. simpl. split; [|now right; left]. intros [(x & y & [] & _)|[W|(p & [] & _)]]. exact W.
Qed.
Lemma won_by_joins_and_rings n k nears joins inner stones t s f :
  has_won (State n k [] nears joins inner stones t) s f <-> joined_or_ringed nears joins inner s f.
Proof. unfold has_won. simpl. split; [|now right]. intros [(x & y & [] & _)|W]. exact W. Qed.

Section Statements.
  Variables (text : string) (g : game) (claims : list claim) (Won : side -> position -> Prop) (f : position).
  Hypothesis checked : check text = Proven g claims.
  Hypothesis same_won : forall s f, has_won g s f <-> Won s f.
  Hypothesis same_start : forall p, placed (stones g) p = f p.

  Notation forced := (fun us good => forces (seq 0 (size g)) (sides g) Won us good f (turn g)).

  Theorem unwon : nobody_has_won (sides g) Won f.
  Proof.
    intros s R W. apply (proj1 (check_sound text g claims checked) s R). apply same_won in W. revert W.
    apply has_won_helps. intros p. now rewrite same_start.
  Qed.

  (* Some sides together: to win, or at least to draw. *)
  Theorem together (c : claim) : In c claims -> forced (fun s => In s (fst c)) (good c).
  Proof.
    intros I. destruct (check_sound text g claims checked) as [_ H]. rewrite Forall_forall in H.
    specialize (H c I). unfold holds, Rules.forced in H.
    apply (symmetry _ _ _ _ _ (fun p => p) (fun p => p)) with (g := f) in H; auto; try tauto.
    - revert H. apply forces_alike; auto; tauto.
    - intros s h h' L. assert (L' : forall p, h p = h' p) by exact L.
      split; apply has_won_helps; intros p; congruence.
  Qed.

  (* A side alone is some sides together. *)
  Ltac alone :=
    intros I; generalize (together _ I); apply forces_alike;
    [ tauto
    | intros r; simpl; split; [intros [E|[]]; auto|auto]
    | intros [r|]; simpl; [intros [<-|[]]; auto|easy || auto] ].

  Theorem win s : In ([s], false) claims -> can_win (seq 0 (size g)) (sides g) Won s f (turn g).
  Proof. alone. Qed.

  Theorem draw s : In ([s], true) claims -> can_draw (seq 0 (size g)) (sides g) Won s f (turn g).
  Proof. alone. Qed.
End Statements.

Definition together_of c text g claims Won f checked same_won same_start :=
  together text g claims Won f checked same_won same_start c.

Ltac by_checked checked lemma :=
  apply (lemma _ _ _ _ _ checked);
  [ solve [intros; apply won_by_lines | intros; apply won_by_joins | intros; apply won_by_joins_and_rings | reflexivity]
  | intros; reflexivity
  | solve [left; reflexivity | right; left; reflexivity] .. ].
