(* Sets of points as bit masks, and flood fill on them: what is reached is what a path leads to. *)
Require Import List Arith NArith Bool Lia.
Require Import Game Steps.
Import ListNotations.

Definition has (m : N) (p : nat) : bool := N.testbit m (N.of_nat p).
Global Arguments has : simpl never.
Global Arguments N.lor : simpl never.
Global Arguments N.land : simpl never.
Global Arguments N.ldiff : simpl never.
Definition bit (p : nat) : N := N.shiftl 1 (N.of_nat p).
Definition mask (l : list nat) : N := fold_right (fun p m => N.lor (bit p) m) 0%N l.

Lemma has_bit p q : has (bit p) q = (p =? q).
Proof.
  unfold has, bit. rewrite N.shiftl_1_l, N.pow2_bits_eqb.
  destruct (Nat.eqb_spec p q); [subst; apply N.eqb_refl|]. apply N.eqb_neq. lia.
Qed.

Lemma has_lor a b p : has (N.lor a b) p = has a p || has b p.
Proof. apply N.lor_spec. Qed.
Lemma has_land a b p : has (N.land a b) p = has a p && has b p.
Proof. apply N.land_spec. Qed.
Lemma has_ldiff a b p : has (N.ldiff a b) p = has a p && negb (has b p).
Proof. apply N.ldiff_spec. Qed.
Lemma has_0 p : has 0 p = false.
Proof. apply N.bits_0. Qed.

Lemma has_mask l p : has (mask l) p = true <-> In p l.
Proof.
  induction l as [|a l IH]; simpl; [now rewrite has_0|].
  rewrite has_lor, has_bit, orb_true_iff, Nat.eqb_eq, IH. tauto.
Qed.

Lemma same_mask a b : (forall p, has a p = has b p) -> a = b.
Proof. intros H. apply N.bits_inj. intros n. specialize (H (N.to_nat n)). unfold has in H. now rewrite N2Nat.id in H. Qed.

Lemma some_bit m : m <> 0%N -> exists p, has m p = true.
Proof. intros N. exists (N.to_nat (N.log2 m)). unfold has. rewrite N2Nat.id. now apply N.bit_log2. Qed.

Lemma meets a b : negb (N.eqb (N.land a b) 0) = true <-> exists p, has a p = true /\ has b p = true.
Proof.
  rewrite negb_true_iff, N.eqb_neq. split.
  - intros N. destruct (some_bit _ N) as [p H]. exists p. rewrite has_land in H. now apply andb_prop.
  - intros (p & A & B) E. assert (has (N.land a b) p = true) by (rewrite has_land, A, B; easy).
    rewrite E, has_0 in H. discriminate.
Qed.

Lemma within a b : N.eqb (N.ldiff a b) 0 = true <-> forall p, has a p = true -> has b p = true.
Proof.
  rewrite N.eqb_eq. split.
  - intros E p A. assert (H : has (N.ldiff a b) p = false) by now rewrite E, has_0.
    rewrite has_ldiff, A in H. now destruct (has b p).
  - intros H. apply same_mask. intros p. rewrite has_ldiff, has_0. specialize (H p). destruct (has a p); auto.
    now rewrite H.
Qed.

(* The members of a list whose places are in a mask. *)
Fixpoint select_ {A} (m : positive) (l : list A) : list A :=
  match m, l with
  | _, [] => []
  | xH, a :: _ => [a]
  | xO m, _ :: l => select_ m l
  | xI m, a :: l => a :: select_ m l
  end.
Definition select {A} (m : N) (l : list A) : list A := match m with N0 => [] | Npos m => select_ m l end.

Lemma has_pos m p : has (Npos m) p = match m, p with
  | xH, O => true | xH, S _ => false | xO _, O => false | xI _, O => true
  | xO m, S p => has (Npos m) p | xI m, S p => has (Npos m) p end.
Proof.
  unfold has. destruct m, p; try reflexivity; rewrite Nat2N.inj_succ.
  - change (N.pos m~1) with (2 * N.pos m + 1)%N. now rewrite N.testbit_odd_succ by apply N.le_0_l.
  - change (N.pos m~0) with (2 * N.pos m)%N. now rewrite N.testbit_even_succ by apply N.le_0_l.
Qed.

Lemma in_select {A} (a : A) m l : In a (select m l) <-> exists p, has m p = true /\ nth_error l p = Some a.
Proof.
  destruct m as [|m]; simpl; [split; [easy|intros (p & H & _); now rewrite has_0 in H]|].
  revert m. induction l as [|x l IH]; intros m.
  - destruct m; simpl; (split; [easy|intros (p & _ & H); now destruct p]).
  - destruct m; simpl; split.
    + intros [->|H]; [exists 0; now rewrite has_pos|]. apply IH in H as (p & H & E). exists (S p). now rewrite has_pos.
    + intros ([|p] & H & E); [left; now injection E|]. right. apply IH. exists p. now rewrite has_pos in H.
    + intros H. apply IH in H as (p & H & E). exists (S p). now rewrite has_pos.
    + intros ([|p] & H & E); [now rewrite has_pos in H|]. apply IH. exists p. now rewrite has_pos in H.
    + intros [->|[]]. exists 0. now rewrite has_pos.
    + intros ([|p] & H & E); [left; now injection E|now rewrite has_pos in H].
Qed.

(* The union of those masks of a list whose places are in a mask. *)
Definition gather (m : N) (l : list N) : N := fold_right N.lor 0%N (select m l).

Lemma has_gather m l q : has (gather m l) q = true <-> exists p a, has m p = true /\ nth_error l p = Some a /\ has a q = true.
Proof.
  unfold gather. assert (H : forall l, has (fold_right N.lor 0%N l) q = true <-> exists a, In a l /\ has a q = true).
  { intros k. induction k as [|x k IH]; simpl; [rewrite has_0; split; [easy|intros (a & [] & _)]|].
    rewrite has_lor, orb_true_iff, IH. split.
    - intros [E|(a & I & E)]; [exists x|exists a]; auto.
    - intros (a & [->|I] & E); [left|right; exists a]; auto. }
  rewrite H. split.
  - intros (a & I & E). apply in_select in I as (p & P & N). now exists p, a.
  - intros (p & a & P & N & E). exists a. split; auto. apply in_select. now exists p.
Qed.

Lemma path_trans near kind p q r : path near kind p q -> path near kind q r -> path near kind p r.
Proof. intros P. induction 1; auto. now apply on with q0. Qed.

Lemma path_sub (near : nat -> nat -> Prop) (kind kind' : nat -> Prop) p q :
  (forall r, kind r -> kind' r) -> path near kind p q -> path near kind' p q.
Proof. intros H. induction 1; [constructor|]. apply on with q; auto. Qed.

Section Flood.
  Variable near : nat -> nat -> Prop.
  Variable places : nat.
  Variable beside : list N. (* the neighbours of each place *)
  Hypothesis beside_near : forall p q, near p q <-> exists a, nth_error beside p = Some a /\ has a q = true.
  Hypothesis bound : forall p q, near p q -> q < places.

  (* among: what may be entered; got: what is reached; new: those of them whose neighbours are still to come. *)
  Fixpoint flood (fuel : nat) (among got new : N) : N :=
    match fuel, new with
    | S fuel, Npos _ => let new := N.ldiff (N.land (gather new beside) among) got in flood fuel among (N.lor got new) new
    | _, _ => got
    end.
  Definition reached (among seed : N) : N := flood (S places) among seed seed.

  Notation count_in g l := (length (filter (fun p => negb (has g p)) l)).
  Notation count g := (count_in g (seq 0 places)).

  Lemma flood_path fuel among : forall got new seed,
    count got < fuel \/ new = 0%N ->
    (forall q, has new q = true -> has got q = true) -> (forall q, has seed q = true -> has got q = true) ->
    (forall q, has got q = true -> exists p, has seed p = true /\ path near (fun r => has among r = true) p q) ->
    (forall q r, has got q = true -> near q r -> has among r = true -> has new q = false -> has got r = true) ->
    forall q, has (flood fuel among got new) q = true <->
      exists p, has seed p = true /\ path near (fun r => has among r = true) p q.
  Proof.
    assert (Done : forall got seed,
      (forall q, has seed q = true -> has got q = true) ->
      (forall q, has got q = true -> exists p, has seed p = true /\ path near (fun r => has among r = true) p q) ->
      (forall q r, has got q = true -> near q r -> has among r = true -> has got r = true) ->
      forall q, has got q = true <-> exists p, has seed p = true /\ path near (fun r => has among r = true) p q).
    { intros got seed S P C q. split; [apply P|]. intros (p & Sp & W). induction W; [now apply S|now apply (C q)]. }
    induction fuel as [|fuel IH]; intros got new seed F NG SG P C.
    - destruct F as [F| ->]; [lia|]. simpl. apply Done; auto. intros q r A B D. apply (C q r); auto using has_0.
    - destruct new as [|new'] eqn:En; simpl.
      { apply Done; auto. intros q r A B D. apply (C q r); auto using has_0. }
      rewrite <- En in *. set (more := N.ldiff (N.land (gather new beside) among) got).
      assert (More : forall r, has more r = true <->
        (exists q, has new q = true /\ near q r) /\ has among r = true /\ has got r = false).
      { intros r. unfold more. rewrite has_ldiff, has_land, !andb_true_iff, negb_true_iff, has_gather. split.
        - intros [[(p & a & A & B & D) E] G]. repeat split; auto. exists p. split; auto. apply beside_near. now exists a.
        - intros [(p & A & B) [E G]]. apply beside_near in B as (a & B & D). repeat split; auto. now exists p, a. }
      apply IH.
      + destruct (N.eq_dec more 0) as [->|N]; [now right|left]. destruct F as [F|F]; [|congruence].
        destruct (some_bit _ N) as [r H]. apply More in H as H'. destruct H' as [(q & _ & Nq) [_ G]].
        assert (count (N.lor got more) < count got); [|lia].
        apply filter_shorter with r.
        * intros x. rewrite has_lor, negb_orb. now destruct (has got x).
        * apply in_seq. apply bound in Nq. lia.
        * now rewrite G.
        * now rewrite has_lor, H, orb_true_r.
      + intros q H. now rewrite has_lor, H, orb_true_r.
      + intros q H. now rewrite has_lor, SG.
      + intros r H. rewrite has_lor in H. apply orb_prop in H as [H|H]; auto.
        apply More in H as [(q & Q & Nq) [A G]]. destruct (P q (NG q Q)) as (p & Sp & W). exists p. split; auto.
        now apply on with q.
      + intros q r H Nq A NM. rewrite has_lor, NM, orb_false_r in H. rewrite has_lor. apply orb_true_iff.
        destruct (has got r) eqn:G; [now left|right]. apply More. repeat split; auto.
        exists q. split; auto. destruct (has new q) eqn:Q; auto. rewrite (C q r) in G; auto.
  Qed.

  (* Flood fill is what paths reach. *)
  Theorem reached_path among seed q : has (reached among seed) q = true <->
    exists p, has seed p = true /\ path near (fun r => has among r = true) p q.
  Proof.
    apply flood_path; auto.
    - left. enough (H : forall l, count_in seed l <= length l); [specialize (H (seq 0 places)); rewrite seq_length in H; lia|].
      induction l as [|x l IH]; simpl; [lia|]. destruct (negb (has seed x)); simpl; lia.
    - intros p H. exists p. split; [auto|constructor].
    - intros p r H _ _ H'. congruence.
  Qed.

  Corollary reached_from among p q : has (reached among (bit p)) q = true <-> path near (fun r => has among r = true) p q.
  Proof.
    rewrite reached_path. split.
    - intros (r & H & W). rewrite has_bit in H. apply Nat.eqb_eq in H. now subst.
    - intros W. exists p. rewrite has_bit. auto using Nat.eqb_refl.
  Qed.
End Flood.
