(* A filled field of Hex has exactly one winner, whatever its size; so the first side can win.

   At least one. Suppose that nobody has won, and look at the borders between what side 1 has joined to the row above
   the field and what side 2 has joined to the column at its left. Where three cells meet there are two of these
   borders or none: that is why a light that walks along them never stops (D. Gale, 1979). So each row of cells crosses
   an odd number of them, as many as start at the corner; but in the last row there are none. No walk is needed, only
   odd and even, as in Sperner's lemma.

   At most one. Take side 1's path from the first row to the last. How often it passes at the left of a cell, odd or
   even, is the same for all cells of a path that never meets it. At the left border it has not passed at all, and
   at the right border all of it has, an odd number: so no path of side 2 leads from one to the other. *)
Require Import List Arith Lia Bool Game Stealing Hex.

Section Drawless.
  Variable n : nat.
  Variable f : position.

  (* 1. At least one winner. The field gets a frame: row 0 above and column 0 at the left; so cell (r, c) is at
     (S r, S c), and row S n and column S n are the frame at the other end. `red` is what is joined to the row above,
     `blue` what is joined to the column at the left. *)
  Definition red (a : cell) : bool :=
    match a with
    | (0, _) => true
    | (S _, 0) => false
    | (S r, S c) => if reached_dec n 1 f fst (r, c) then true else false
    end.

  Definition blue (a : cell) : bool :=
    match a with
    | (0, _) => false
    | (S _, 0) => true
    | (S r, S c) => if reached_dec n 2 f snd (r, c) then true else false
    end.

  Lemma red_in r c : red (S r, S c) = true <-> reached n 1 f fst (r, c).
  Proof. simpl. destruct (reached_dec n 1 f fst (r, c)); intuition discriminate. Qed.

  Lemma blue_in r c : blue (S r, S c) = true <-> reached n 2 f snd (r, c).
  Proof. simpl. destruct (reached_dec n 2 f snd (r, c)); intuition discriminate. Qed.

  Lemma reached_stone s coordinate a : reached n s f coordinate a -> stone n s f a.
  Proof. intros (b & P & _). now apply path_end with b. Qed.

  Lemma reached_next s coordinate a b : reached n s f coordinate a -> adjacent a b -> stone n s f b ->
    reached n s f coordinate b.
  Proof. intros (d & P & H) E S. exists d. split; [now apply step with a|assumption]. Qed.

  Lemma reached_first s coordinate a : stone n s f a -> coordinate a = 0 -> reached n s f coordinate a.
  Proof. intros S H. exists a. split; [now apply here|assumption]. Qed.

  Section No_winner.
    Hypothesis a_size : 0 < n.
    Hypothesis filled : forall p, In p (hex_points n) -> f p = 1 \/ f p = 2.
    Hypothesis no_1 : ~ hex_won n 1 f.
    Hypothesis no_2 : ~ hex_won n 2 f.

    Lemma red_stays r c : reached n 1 f fst (r, c) -> S r < n /\ c < n.
    Proof.
      intros R. pose proof (reached_stone _ _ _ R) as (Hr & Hc & _). simpl in *. split; [|assumption].
      destruct (Nat.eq_dec (S r) n) as [E|]; [|lia]. destruct no_1. destruct R as (a & P & H). now exists a, (r, c).
    Qed.

    Lemma blue_stays r c : reached n 2 f snd (r, c) -> r < n /\ S c < n.
    Proof.
      intros B. pose proof (reached_stone _ _ _ B) as (Hr & Hc & _). simpl in *. split; [assumption|].
      destruct (Nat.eq_dec (S c) n) as [E|]; [|lia]. destruct no_2. destruct B as (a & P & H). now exists a, (r, c).
    Qed.

    (* A cell beside a red one and a blue one is red or blue. It is none of the frame's at the bottom or at the right,
       for nothing red is in the last row and nothing blue in the last column: so it has a stone, and is joined to the
       neighbour of its colour. *)
    Lemma no_third a b d : red a = true -> blue b = true -> adjacent a d -> adjacent b d ->
      red d = true \/ blue d = true.
    Proof.
      intros Ra Bb Ad Bd. destruct d as [[|r] [|c]]; [now left|now left|now right|]. rewrite red_in, blue_in.
      assert (C1 : r < n /\ (stone n 1 f (r, c) -> reached n 1 f fst (r, c))).
      { destruct a as [[|r'] c'].
        - assert (r = 0) as -> by (simpl in Ad; lia). split; [assumption|]. intros S. now apply reached_first.
        - destruct c' as [|c']; [discriminate|]. apply red_in in Ra. pose proof (red_stays _ _ Ra).
          split; [simpl in Ad; lia|]. intros S.
          apply reached_next with (r', c'); [assumption|simpl in *; lia|assumption]. }
      assert (C2 : c < n /\ (stone n 2 f (r, c) -> reached n 2 f snd (r, c))).
      { destruct b as [[|r'] c']; [discriminate|]. destruct c' as [|c'].
        - assert (c = 0) as -> by (simpl in Bd; lia). split; [assumption|]. intros S. now apply reached_first.
        - apply blue_in in Bb. pose proof (blue_stays _ _ Bb).
          split; [simpl in Bd; lia|]. intros S.
          apply reached_next with (r', c'); [assumption|simpl in *; lia|assumption]. }
      destruct C1 as [Hr C1], C2 as [Hc C2].
      destruct (filled (number n (r, c))) as [E|E]; [now apply number_in_points|left|right].
      - now apply C1.
      - now apply C2.
    Qed.

    Lemma not_both_colours a : red a = true -> blue a = true -> False.
    Proof.
      destruct a as [[|r] [|c]]; try discriminate. rewrite red_in, blue_in. intros R B.
      apply reached_stone in R as (_ & _ & E1), B as (_ & _ & E2). congruence.
    Qed.

    (* A border lies between a red and a blue cell. *)
    Definition border (a b : cell) : bool := red a && blue b || blue a && red b.

    (* Where three cells meet there are two borders or none. *)
    Lemma pairs a b d : adjacent a b -> adjacent b d -> adjacent a d ->
      xorb (border a b) (xorb (border b d) (border a d)) = false.
    Proof.
      intros Eab Ebd Ead.
      assert (sym : forall x y, adjacent x y -> adjacent y x) by (intros [] []; simpl; lia).
      assert (third : forall x y z, adjacent x z -> adjacent y z -> red x && blue y && negb (red z || blue z) = false).
      { intros x y z Exz Eyz. destruct (red x) eqn:R, (blue y) eqn:B; try reflexivity.
        now destruct (no_third x y z R B Exz Eyz) as [->| ->]; rewrite ?orb_true_r. }
      assert (both : forall x, red x && blue x = false).
      { intros x. destruct (red x) eqn:R, (blue x) eqn:B; try reflexivity. now destruct (not_both_colours x). }
      pose proof (both a). pose proof (both b). pose proof (both d).
      pose proof (third a b d Ead Ebd). pose proof (third b a d Ebd Ead).
      pose proof (third a d b Eab (sym _ _ Ebd)). pose proof (third d a b (sym _ _ Ebd) Eab).
      pose proof (third b d a (sym _ _ Eab) (sym _ _ Ead)). pose proof (third d b a (sym _ _ Ead) (sym _ _ Eab)).
      unfold border. destruct (red a), (red b), (red d), (blue a), (blue b), (blue d); reflexivity || discriminate.
    Qed.

    (* The borders in a row, from column 0 to column c, odd or even. *)
    Fixpoint borders (r c : nat) : bool :=
      match c with
      | 0 => false
      | S c => xorb (borders r c) (border (r, c) (r, S c))
      end.

    (* Two rows differ by the borders between them at both ends. *)
    Lemma two_rows r c : xorb (borders r c) (borders (S r) c) = xorb (border (r, 0) (S r, 0)) (border (r, c) (S r, c)).
    Proof.
      induction c as [|c IH]; [symmetry; apply xorb_nilpotent|]. cbn [borders].
      pose proof (pairs (r, c) (r, S c) (S r, c)) as P1. pose proof (pairs (r, S c) (S r, c) (S r, S c)) as P2.
      specialize (P1 ltac:(simpl; lia) ltac:(simpl; lia) ltac:(simpl; lia)).
      specialize (P2 ltac:(simpl; lia) ltac:(simpl; lia) ltac:(simpl; lia)).
      destruct (borders r c), (borders (S r) c), (border (r, 0) (S r, 0)), (border (r, c) (S r, c)),
        (border (r, c) (r, S c)), (border (S r, c) (S r, S c)), (border (r, S c) (S r, c)),
        (border (r, S c) (S r, S c)); simpl in *; congruence.
    Qed.

    Lemma blue_ends r : blue (r, S n) = false.
    Proof.
      destruct r as [|r]; [reflexivity|]. apply not_true_is_false. rewrite blue_in. intros B.
      apply blue_stays in B. lia.
    Qed.

    Lemma red_ends c : red (S n, c) = false.
    Proof.
      destruct c as [|c]; [reflexivity|]. apply not_true_is_false. rewrite red_in. intros R.
      apply red_stays in R. lia.
    Qed.

    (* The row above is all red and crosses no border. One border starts below its corner, none at the other ends of
       rows: so each row from there on crosses an odd number. But nothing is red in the last. *)
    Lemma odd_borders r : r <= n -> borders (S r) (S n) = true.
    Proof.
      induction r as [|r IH]; intros Hr.
      - pose proof (two_rows 0 (S n)) as T.
        assert (Z : forall c, borders 0 c = false).
        { induction c as [|c IH]; [reflexivity|]. cbn [borders]. now rewrite IH. }
        rewrite Z in T. unfold border in T. rewrite blue_ends, andb_false_r in T. now destruct (borders 1 (S n)).
      - pose proof (two_rows (S r) (S n)) as T. rewrite IH in T by lia. unfold border in T.
        rewrite !blue_ends, !andb_false_r in T. now destruct (borders (S (S r)) (S n)).
    Qed.

    Lemma no_winner_is_absurd : False.
    Proof.
      pose proof (odd_borders n (le_n n)) as O.
      assert (Z : forall c, borders (S n) c = false).
      { induction c as [|c IH]; [reflexivity|]. cbn [borders]. rewrite IH. unfold border. rewrite !red_ends.
        now rewrite andb_false_r. }
      rewrite Z in O. discriminate.
    Qed.
  End No_winner.

  (* 2. At most one winner. Look from a cell to the left, between its row r and the next. The step from b to d passes
     there if it leads from one of these rows to the other, and its upper end is left of column c. *)
  Definition passes (b d : cell) (r c : nat) : bool :=
    (fst b =? r) && (fst d =? S r) && (snd b <? c) || (fst d =? r) && (fst b =? S r) && (snd d <? c).

  (* The cells of row S r left of column c. A path that does not run through their end, (S r, c), enters and leaves
     them over their upper or their lower edge. So it passes over both together an even number of times, unless just
     one of its ends is inside. *)
  Definition inside (a : cell) (r c : nat) : bool := (fst a =? S r) && (snd a <? c).

  Ltac compare_all :=
    cbn [andb orb xorb]; try reflexivity;
    match goal with
    | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y); compare_all
    | |- context [?x <? ?y] => destruct (Nat.ltb_spec x y); compare_all
    | |- context [?x <=? ?y] => destruct (Nat.leb_spec x y); compare_all
    | _ => exfalso; lia
    end.

  Ltac six_ways E := destruct E as [[-> [->| ->]]|[[-> [->| ->]]|[[-> ->]|[-> ->]]]].

  Lemma passes_row r0 c0 c1 r c : passes (r0, c0) (r0, c1) r c = false.
  Proof. unfold passes. simpl fst. compare_all. Qed.

  Lemma passes_down r0 c0 c1 r c : passes (r0, c0) (S r0, c1) r c = (r0 =? r) && (c0 <? c).
  Proof. unfold passes. simpl fst. simpl snd. compare_all. Qed.

  Lemma passes_up r0 c0 c1 r c : passes (S r0, c1) (r0, c0) r c = (r0 =? r) && (c0 <? c).
  Proof. unfold passes. simpl fst. simpl snd. compare_all. Qed.

  Ltac steps := rewrite ?passes_row, ?passes_down, ?passes_up; unfold inside; cbn [fst snd].

  (* What is known of `odd r c`, whether a path from a to b through cells of A passes left of (r, c) an odd number of
     times. Nothing passes left of column 0. It is the same for neighbours off the path, in a row, in a column and on a
     diagonal. From the right end of row r the whole path is seen: it is odd if the lower edge of the row parts a and
     b. *)
  Definition counts (A : cell -> Prop) (a b : cell) (odd : nat -> nat -> bool) : Prop :=
    (forall r, odd r 0 = false) /\
    (forall r c, ~ A (r, c) -> odd r (S c) = odd r c) /\
    (forall r c, ~ A (r, c) -> ~ A (S r, c) -> xorb (odd r c) (odd (S r) c) = xorb (inside a r c) (inside b r c)) /\
    (forall r c, ~ A (r, S c) -> ~ A (S r, c) ->
       xorb (odd r (S c)) (odd (S r) c) = xorb (inside a r c) (inside b r c)) /\
    (forall r, odd r n = xorb (fst a <=? r) (fst b <=? r)).

  (* By induction on the path: each of these survives one more step, in each of the six directions. *)
  Lemma telescope o1 o2 p1 p2 i j k : xorb o1 o2 = xorb i j -> xorb p1 p2 = xorb j k ->
    xorb (xorb o1 p1) (xorb o2 p2) = xorb i k.
  Proof. now destruct o1, o2, p1, p2, i, j, k. Qed.

  Lemma path_counts (A : cell -> Prop) a b : (forall x, A x -> snd x < n) -> path A a b ->
    exists odd, counts A a b odd.
  Proof.
    intros W. induction 1 as [|b d P (odd & H1 & H2 & H3 & H4 & H5) E Ad].
    { exists (fun _ _ => false). repeat split; intros; symmetry; apply xorb_nilpotent. }
    exists (fun r c => xorb (odd r c) (passes b d r c)).
    assert (Ab := path_end _ _ _ P). assert (Wb := W b Ab). assert (Wd := W d Ad).
    assert (off : forall r c, ~ A (r, c) -> ~ (fst b = r /\ snd b = c) /\ ~ (fst d = r /\ snd d = c)).
    { intros r c N. split; intros [<- <-]; [destruct b|destruct d]; contradiction. }
    clear P Ab Ad W. destruct b as [br bc], d as [dr dc]. simpl in E, Wb, Wd, off.
    repeat split.
    - intros r. rewrite H1. six_ways E; steps; compare_all.
    - intros r c N. rewrite H2 by assumption. f_equal. apply off in N. six_ways E; steps; compare_all.
    - intros r c N N'. apply telescope with (1 := H3 r c N N'). apply off in N, N'. six_ways E; steps; compare_all.
    - intros r c N N'. apply telescope with (1 := H4 r c N N'). apply off in N, N'. six_ways E; steps; compare_all.
    - intros r. rewrite H5. assert (Q : passes (br, bc) (dr, dc) r n = xorb (br <=? r) (dr <=? r)).
      { six_ways E; steps; compare_all. }
      rewrite Q. simpl. now destruct (fst a <=? r), (br <=? r), (dr <=? r).
  Qed.

  (* Side 1's path, with one more step out of the last row, passes left of each cell of side 2's path an even number of
     times. But the last cell of that has at its left the whole path, which is odd. *)
  Theorem hex_one_winner : ~ (hex_won n 1 f /\ hex_won n 2 f).
  Proof.
    intros [(a & b & P & Ha & Hb) (x & y & Q & Hx & Hy)].
    set (A := fun z => stone n 1 f z \/ fst z = n /\ snd z < n).
    assert (P' : path A a (n, snd b)).
    { apply step with b.
      - revert P. apply path_more. now left.
      - destruct b as [r c]. simpl in *. lia.
      - right. split; [reflexivity|]. apply path_end in P as (_ & C & _). exact C. }
    assert (off : forall z, stone n 2 f z -> ~ A z).
    { intros z (R & C & E2) [(_ & _ & E1)|[E _]]; [congruence|lia]. }
    destruct (path_counts A a (n, snd b)) as (odd & H1 & H2 & H3 & H4 & H5); [|assumption|].
    { intros z [(_ & C & _)|[_ C]]; exact C. }
    assert (even : forall z, path (stone n 2 f) x z -> odd (fst z) (snd z) = false).
    { induction 1 as [Ax|z w Pz IH E Aw]; [now rewrite Hx|].
      assert (Az := path_end _ _ _ Pz). assert (Nz := off z Az). assert (Nw := off w Aw).
      assert (out : forall r c, S r < n -> xorb (inside a r c) (inside (n, snd b) r c) = false).
      { intros r c L. unfold inside. simpl. rewrite Ha. compare_all. }
      destruct Az as (Rz & _ & _), Aw as (Rw & _ & _), z as [r c], w as [r' c']. simpl in *.
      six_ways E.
      - now rewrite H2.
      - now rewrite <- H2.
      - specialize (H3 r c Nz Nw). rewrite out, IH in H3 by assumption. now destruct (odd (S r) c).
      - specialize (H3 r' c Nw Nz). rewrite out, IH in H3 by assumption. now destruct (odd r' c).
      - specialize (H4 r c' Nz Nw). rewrite out, IH in H4 by assumption. now destruct (odd (S r) c').
      - specialize (H4 r' c Nw Nz). rewrite out, IH in H4 by assumption. now destruct (odd r' (S c)). }
    specialize (even y Q). apply path_end in Q. destruct y as [r c]. simpl in *.
    rewrite <- H2, Hy, H5, Ha in even by now apply off. destruct Q as (R & _ & _). simpl in *.
    destruct (Nat.leb_spec n r); [lia|discriminate].
  Qed.
End Drawless.

(* 3. The theorems. *)
Theorem hex_drawless n : 0 < n -> drawless (hex_points n) (hex_won n).
Proof.
  intros N f F. destruct (hex_decided n 1 f) as [|N1]; [now left|]. destruct (hex_decided n 2 f) as [|N2]; [now right|].
  destruct (no_winner_is_absurd n f N F N1 N2).
Qed.

Theorem hex_exactly_one_winner n f : 0 < n -> (forall p, In p (hex_points n) -> f p = 1 \/ f p = 2) ->
  exists s, hex_won n s f /\ forall t, hex_won n t f -> t = s.
Proof.
  intros N F. pose proof (hex_one_winner n f) as One.
  destruct (hex_drawless n N f F) as [W|W]; [exists 1|exists 2];
    (split; [assumption|intros [|[|[|t]]] V]); tauto || reflexivity || now destruct V.
Qed.

Theorem hex_second_cannot_win n : 0 < n -> ~ can_win (hex_points n) 2 (hex_won n) 2 empty_field 1.
Proof.
  intros N. exact (second_cannot_win _ _ (hex_decided n) (hex_monotone n) _ (transpose_stays n) (transpose_back n)
                     (hex_mirrored n) (hex_has_points n N)).
Qed.

(* The first side wins Hex, whatever its size; how, nobody says. *)
Theorem hex_first_wins n : 0 < n -> can_win (hex_points n) 2 (hex_won n) 1 empty_field 1.
Proof.
  intros N. apply (first_wins _ _ (hex_decided n) (hex_monotone n) _ (transpose_stays n) (transpose_back n)
                     (hex_mirrored n) (hex_has_points n N) (hex_drawless n N)).
  intros (a & b & P & _). now apply path_start in P as (_ & _ & E).
Qed.
