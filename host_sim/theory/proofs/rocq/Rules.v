(* Who has won, on masks; and which orders of the points are symmetries. *)
Require Import List Arith NArith Bool Lia.
Require Import Game Steps Masks Lines Connections.
Import ListNotations.

Definition forced (g : game) (c : claim) (f : position) (s : side) : Prop :=
  forces (seq 0 (size g)) (sides g) (has_won g) (fun s => In s (fst c)) (good c) f s.
Definition holds (g : game) (c : claim) : Prop := forced g c (placed (stones g)) (turn g).

Lemma has_won_helps g s f h : (forall p, f p = s -> h p = s) -> has_won g s f -> has_won g s h.
Proof.
  intros H [W|[W|W]]; [left|right; left|right; right]; revert W;
    [now apply has_line_helps|now apply joined_helps|now apply ringed_helps].
Qed.

(* A position as masks of the stones of sides 1, 2 and 3. *)
Definition masks : Type := N * N * N.
Definition stones_of (s : side) (x : masks) : N :=
  match s with 1 => fst (fst x) | 2 => snd (fst x) | 3 => snd x | _ => 0%N end.
Definition add (b : N) (s : side) (x : masks) : masks :=
  let '(m1, m2, m3) := x in
  match s with 1 => (N.lor b m1, m2, m3) | 2 => (m1, N.lor b m2, m3) | _ => (m1, m2, N.lor b m3) end.
Definition free_mask (all : N) (x : masks) : N := let '(m1, m2, m3) := x in N.ldiff all (N.lor m1 (N.lor m2 m3)).

Definition shows (n : nat) (x : masks) (f : position) : Prop :=
  (forall s p, s <> 0 -> (has (stones_of s x) p = true <-> f p = s)) /\ inside (seq 0 n) f.

Lemma shows_free n x f p : shows n x f -> has (free_mask (mask (seq 0 n)) x) p = true <-> free (seq 0 n) f p.
Proof.
  intros [S I]. destruct x as [[m1 m2] m3]. unfold free_mask, free.
  rewrite has_ldiff, !has_lor, andb_true_iff, has_mask, negb_true_iff, !orb_false_iff.
  pose proof (S 1 p) as S1. pose proof (S 2 p) as S2. pose proof (S 3 p) as S3. pose proof (S (f p) p) as S4. simpl in *.
  split; intros [A B]; (split; [exact A|]).
  - destruct B as (B1 & B2 & B3). destruct (Nat.eq_dec (f p) 0) as [E|N]; auto. exfalso.
    apply S4 in N. unfold stones_of in N. destruct (f p) as [|[|[|[|]]]]; rewrite ?has_0 in N; simpl in N; intuition congruence.
  - rewrite B in *. destruct (has m1 p), (has m2 p), (has m3 p); intuition congruence.
Qed.

Lemma shows_add n x f p s : shows n x f -> free (seq 0 n) f p -> 1 <= s <= 3 -> shows n (add (bit p) s x) (play f p s).
Proof.
  intros [S I] [Ip Z] R. split; [|now apply inside_play].
  intros t q T. specialize (S t q T). destruct x as [[m1 m2] m3]. unfold play.
  assert (E : has (stones_of t (add (bit p) s (m1, m2, m3))) q =
    ((p =? q) && (s =? t)) || has (stones_of t (m1, m2, m3)) q).
  { destruct s as [|[|[|[|]]]]; try lia; destruct t as [|[|[|[|]]]]; simpl; rewrite ?has_lor, ?has_bit, ?has_0;
      destruct (p =? q); auto. }
  rewrite E, orb_true_iff, andb_true_iff, !Nat.eqb_eq, S. destruct (Nat.eqb_spec q p) as [->|N].
  - rewrite Z. split; [intros [[_ H]|H]; congruence|auto].
  - split; [intros [[H _]|H]; congruence|auto].
Qed.

(* Tables of a game, made once. *)
Definition three (A : Type) : Type := A * A * A.
Definition for_each {A} (f : side -> A) : three A := (f 1, f 2, f 3).
Definition pick {A} (s : side) (t : three A) : A := match s with 1 => fst (fst t) | 2 => snd (fst t) | _ => snd t end.

Record tables := Tables {
  all : N;
  bits : list N; (* each point as a mask *)
  lines_of : three (list N);
  beside_ : list N;
  places_ : nat;
  wanted_of : three (list (nat * list N));
  everywhere : N;
  inner_ : N;
  starts : list N
}.
Definition compiled (g : game) : tables :=
  Tables (mask (seq 0 (size g))) (map bit (seq 0 (size g))) (for_each (owned (lines g))) (beside (nears g))
    (places (nears g)) (for_each (wanted (joins g))) (mask (seq 0 (places (nears g)))) (mask (inner g))
    (map bit (inner g)).
Definition won_mask (t : tables) (s : side) (own : N) : bool :=
  full_mask (pick s (lines_of t)) own ||
  join_mask (beside_ t) (places_ t) (pick s (wanted_of t)) (select own (bits t)) own ||
  ring_mask (beside_ t) (places_ t) (everywhere t) (inner_ t) (starts t) own.

Lemma select_map {A B} (h : A -> B) m l : select m (map h l) = map h (select m l).
Proof.
  destruct m as [|m]; [easy|]. simpl. revert m. induction l as [|a l IH]; intros m; destruct m; simpl; auto. now rewrite IH.
Qed.

Lemma in_select_seq m n p : In p (select m (seq 0 n)) <-> has m p = true /\ p < n.
Proof.
  rewrite in_select. split.
  - intros (q & H & E). assert (q < n) by (rewrite <- (seq_length n 0); apply nth_error_Some; congruence).
    apply nth_error_nth with (d := 0) in E. rewrite seq_nth in E by auto. simpl in E. now subst.
  - intros [H L]. exists p. split; auto. rewrite nth_error_nth' with (d := 0) by now rewrite seq_length.
    now rewrite seq_nth.
Qed.

Lemma won_mask_has_won g s own f : 1 <= s <= 3 -> inside (seq 0 (size g)) f -> (forall p, has own p = true <-> f p = s) ->
  won_mask (compiled g) s own = true <-> has_won g s f.
Proof.
  intros R I O. unfold won_mask, has_won. rewrite !orb_true_iff. simpl.
  assert (P : forall A (h : side -> A), pick s (for_each h) = h s) by (intros; destruct s as [|[|[|[|]]]]; auto; lia).
  rewrite !P, select_map, (has_line_mask _ s own f O).
  rewrite (join_mask_joined _ (joins g) s f own _ O).
  - rewrite (ring_mask_ringed _ _ s f own O). tauto.
  - intros p. rewrite in_select_seq, O. split; [tauto|]. intros E. split; auto.
    assert (In p (seq 0 (size g))) by (apply I; lia). apply in_seq in H. lia.
Qed.

Lemma has_won_decided g s f : 1 <= s <= 3 -> inside (seq 0 (size g)) f -> has_won g s f \/ ~ has_won g s f.
Proof.
  intros R I. set (own := mask (filter (fun p => f p =? s) (seq 0 (size g)))).
  assert (O : forall p, has own p = true <-> f p = s).
  { intros p. unfold own. rewrite has_mask, filter_In, Nat.eqb_eq. split; [tauto|]. intros E. split; auto. apply I. lia. }
  rewrite <- (won_mask_has_won g s own f R I O). destruct (won_mask _ _ _); auto.
Qed.

(* Symmetries: an order of the places, and the order that undoes it. *)
Definition by_list (l : list point) (p : point) : point := nth p l p.
Definition keeps (g : game) (o : point -> point) : bool :=
  keeps_lines (lines g) o && keeps_near (nears g) o && keeps_joins (joins g) o && keeps_set o (inner g).
(* l orders the n points in another way, and l' orders them back. *)
Definition permutes (n : nat) (l l' : list point) : bool :=
  let o := by_list l in let o' := by_list l' in
  (length l =? length l') &&
  forallb (fun p => (o' (o p) =? p) && (o (o' p) =? p) && Bool.eqb (p <? n) (o p <? n)) (seq 0 (length l)).

Lemma permutes_sound n l l' : permutes n l l' = true ->
  (forall p, by_list l' (by_list l p) = p) /\ (forall p, by_list l (by_list l' p) = p) /\
  (forall p, In p (seq 0 n) <-> In (by_list l p) (seq 0 n)).
Proof.
  unfold permutes. cbv zeta. rewrite andb_true_iff. intros [E A]. apply Nat.eqb_eq in E. rewrite forallb_forall in A.
  assert (B : forall p, by_list l' (by_list l p) = p /\ by_list l (by_list l' p) = p /\
    (p < n <-> by_list l p < n)).
  { intros p. destruct (Nat.lt_ge_cases p (length l)) as [L|L].
    - specialize (A p). rewrite !andb_true_iff, !Nat.eqb_eq, Bool.eqb_true_iff in A.
      destruct A as [[A1 A2] A3]; [apply in_seq; lia|]. rewrite <- !Nat.ltb_lt, A3. tauto.
    - assert (by_list l p = p) by (unfold by_list; now apply nth_overflow).
      assert (by_list l' p = p) by (unfold by_list; apply nth_overflow; lia). rewrite H, H0, ?H. tauto. }
  repeat split; try apply B; rewrite !in_seq; destruct (B p) as (_ & _ & X); lia.
Qed.

Definition is_symmetry (g : game) (l l' : list point) : bool :=
  permutes (size g) l l' && keeps g (by_list l) && keeps g (by_list l').

Lemma keeps_won g o o' s f h : (forall p, o' (o p) = p) -> (forall p, o (o' p) = p) ->
  keeps g o = true -> keeps g o' = true -> like o f h -> has_won g s f -> has_won g s h.
Proof.
  unfold keeps. rewrite !andb_true_iff. intros Back Forth [[[L N] J] I] [[[_ N'] _] _] K [W|[W|W]].
  - left. now apply keeps_lines_sound with o f.
  - right. left. now apply turns_joins_sound with (joins g) o f.
  - right. right. now apply (keeps_ring_sound (nears g) (inner g) o o' s f h).
Qed.

Lemma is_symmetry_sound g l l' : is_symmetry g l l' = true ->
  (forall p, by_list l' (by_list l p) = p) /\ (forall p, by_list l (by_list l' p) = p) /\
  (forall p, In p (seq 0 (size g)) <-> In (by_list l p) (seq 0 (size g))) /\
  (forall s f h, like (by_list l) f h -> (has_won g s f <-> has_won g s h)).
Proof.
  unfold is_symmetry. rewrite !andb_true_iff. intros [[P K] K'].
  destruct (permutes_sound _ _ _ P) as (Back & Forth & Same). repeat split; auto; try apply Same.
  - now apply keeps_won with (by_list l) (by_list l').
  - apply keeps_won with (by_list l') (by_list l); auto. intros p. now rewrite H, Forth.
Qed.

(* Where each point goes, as a mask: what `gather` takes to turn a position. *)
Definition images (n : nat) (l' : list point) : list N := map (fun q => bit (by_list l' q)) (seq 0 n).
Definition turned (images : list N) (x : masks) : masks :=
  let '(m1, m2, m3) := x in (gather m1 images, gather m2 images, gather m3 images).

Lemma shows_turned g l l' x f : is_symmetry g l l' = true -> shows (size g) x f ->
  shows (size g) (turned (images (size g) l') x) (fun p => f (by_list l p)).
Proof.
  intros Y [S I]. destruct (is_symmetry_sound g l l' Y) as (Back & Forth & In_ & _). split.
  - intros s p N. rewrite <- (S s (by_list l p) N).
    assert (E : stones_of s (turned (images (size g) l') x) = gather (stones_of s x) (images (size g) l')).
    { destruct x as [[m1 m2] m3]. destruct s as [|[|[|[|]]]]; reflexivity. }
    rewrite E, has_gather. unfold images. split.
    + intros (q & a & H & M & B). destruct (nth_error (seq 0 (size g)) q) as [r|] eqn:Q.
      * rewrite (map_nth_error _ _ _ Q) in M. injection M as <-. rewrite has_bit in B. apply Nat.eqb_eq in B.
        assert (q < size g) by (rewrite <- (seq_length (size g) 0); apply nth_error_Some; congruence).
        apply nth_error_nth with (d := 0) in Q. rewrite seq_nth in Q by auto. simpl in Q. subst. now rewrite Forth.
      * apply nth_error_None in Q. rewrite (proj2 (nth_error_None _ _)) in M; [easy|]. now rewrite map_length.
    + intros H. exists (by_list l p), (bit (by_list l' (by_list l p))). repeat split; auto.
      * apply (map_nth_error (fun q => bit (by_list l' q))). apply (S s _ N) in H.
        assert (J : In (by_list l p) (seq 0 (size g))) by (apply I; congruence). apply in_seq in J.
        rewrite nth_error_nth' with (d := 0) by (rewrite seq_length; lia). rewrite seq_nth; [easy|lia].
      * rewrite has_bit, Back. apply Nat.eqb_refl.
  - intros p N. now apply In_, I.
Qed.
