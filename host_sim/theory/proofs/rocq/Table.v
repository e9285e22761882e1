(* The checker: a closed table of moves forces what it claims. Each line is looked at once: after its move every way that
   the other sides can go on leads to a line again, perhaps turned, or to an end as claimed. *)
Require Import List Arith NArith Bool Lia PArith FMapPositive FinFun.
Require Import Game Steps Masks Lines Connections Rules.
Import ListNotations.

Record entry := Entry {
  number : N; (* of the line of text *)
  at_ : masks;
  mover : side;
  move : point;
  pairs : option (list (point * point))
}.

Definition same_masks (x y : masks) : bool :=
  let '(a, b, c) := x in let '(a', b', c') := y in N.eqb a a' && N.eqb b b' && N.eqb c c'.
Definition key (n : N) (x : masks) : positive :=
  let '(a, b, c) := x in N.succ_pos (N.lor a (N.lor (N.shiftl b n) (N.shiftl c (2 * n)))).
Definition table_of (n : N) (entries : list entry) : PositiveMap.t entry :=
  fold_left (fun t e => PositiveMap.add (key n (at_ e)) e t) entries (PositiveMap.empty entry).

Lemma table_of_in n entries k e : PositiveMap.find k (table_of n entries) = Some e -> In e entries.
Proof.
  unfold table_of. assert (H : forall l t, PositiveMap.find k (fold_left (fun t e => PositiveMap.add (key n (at_ e)) e t) l t) = Some e ->
    In e l \/ PositiveMap.find k t = Some e).
  { induction l as [|x l IH]; simpl; auto. intros t F. apply IH in F as [F|F]; auto.
    rewrite PositiveMapAdditionalFacts.gsspec in F. destruct (PositiveMap.E.eq_dec k (key n (at_ x))); auto.
    injection F as ->. auto. }
  intros F. apply H in F as [F|F]; auto. now rewrite PositiveMap.gempty in F.
Qed.

(* Pairs of distinct empty points. *)
Fixpoint apart (free : N) (pairs : list (point * point)) : bool :=
  match pairs with
  | [] => true
  | (a, b) :: pairs =>
      has free a && has free b && negb (a =? b) && apart (N.ldiff (N.ldiff free (bit a)) (bit b)) pairs
  end.

Lemma apart_sound pairs : forall free, apart free pairs = true ->
  (forall a b, In (a, b) pairs -> has free a = true /\ has free b = true /\ a <> b) /\
  (forall a b c d, In (a, b) pairs -> In (c, d) pairs -> a = c \/ a = d \/ b = c \/ b = d -> (a, b) = (c, d)).
Proof.
  induction pairs as [|[x y] l IH]; intros free H; [easy|]. simpl in H.
  rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq in H. destruct H as [[[X Y] N] H]. apply IH in H as [F A].
  assert (F' : forall a b, In (a, b) l -> (has free a = true /\ has free b = true /\ a <> b) /\
    a <> x /\ a <> y /\ b <> x /\ b <> y).
  { intros a b I. destruct (F a b I) as (Fa & Fb & Ne). rewrite !has_ldiff, !has_bit in Fa, Fb.
    rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq in Fa, Fb. intuition congruence. }
  split.
  - intros a b [E|I]; [injection E as <- <-; auto|now apply F'].
  - intros a b c d [E|I] [E'|J] K; [congruence| | |now apply A].
    + injection E as <- <-. apply F' in J. intuition congruence.
    + injection E' as <- <-. apply F' in I. intuition congruence.
Qed.

(* One point of each pair, in every way. *)
Fixpoint choices (pairs : list (point * point)) : list N :=
  match pairs with
  | [] => [0%N]
  | (a, b) :: pairs => flat_map (fun m => [N.lor (bit a) m; N.lor (bit b) m]) (choices pairs)
  end.

Lemma in_choices pairs c : chosen pairs c -> In (mask c) (choices pairs).
Proof.
  induction 1 as [|[a b] q l c Q C IH]; simpl; [now left|]. apply in_flat_map. exists (mask c). split; auto.
  simpl in *. destruct Q as [-> | ->]; auto.
Qed.

Section Checker.
  Variable g : game.
  Variable t : tables.
  Variable c : claim.
  Variable orders : list (list N). (* symmetries, as images *)
  Variable table : PositiveMap.t entry.

  Notation n := (size g).
  Definition of_us (s : side) : bool := existsb (Nat.eqb s) (fst c).
  Definition won_by (s : side) (x : masks) : bool := won_mask t s (stones_of s x).

  Definition found (x : masks) (s : side) : bool :=
    match PositiveMap.find (key (N.of_nat n) x) table with
    | Some e => same_masks x (at_ e) && (mover e =? s)
    | None => false
    end.
  Definition known (x : masks) (s : side) : bool :=
    found x s || existsb (fun o => found (turned o x) s) orders.

  (* Side s has just moved; x is what came of it. fuel: how many sides may move before one of ours does. *)
  Fixpoint goes_well (fuel : nat) (x : masks) (s : side) : bool :=
    if won_by s x then of_us s
    else if N.eqb (free_mask (all t) x) 0 then snd c
    else match fuel with
    | 0 => false
    | S fuel => let s := next (sides g) s in
        if of_us s then known x s
        else forallb (fun b => goes_well fuel (add b s x) s) (select (free_mask (all t) x) (bits t))
    end.
  Definition start_goes_well (x : masks) (s : side) : bool :=
    if of_us s then known x s
    else negb (N.eqb (free_mask (all t) x) 0) &&
      forallb (fun b => goes_well (sides g) (add b s x) s) (select (free_mask (all t) x) (bits t)).

  Definition settled (x : masks) (s : side) (pairs : list (point * point)) : bool :=
    let r := next (sides g) s in
    let free := free_mask (all t) x in
    (sides g =? 2) && negb (of_us r) && apart free pairs &&
    forallb (fun m => negb (won_mask t r (N.lor (stones_of r x) (N.ldiff free m))) &&
      (snd c || won_mask t s (N.lor (stones_of s x) m))) (choices pairs).

  Definition entry_ok (e : entry) : bool :=
    let s := mover e in
    of_us s && has (free_mask (all t) (at_ e)) (move e) &&
    let x := add (bit (move e)) s (at_ e) in
    match pairs e with None => goes_well (sides g) x s | Some pairs => settled x s pairs end.

  Hypothesis t_compiled : t = compiled g.
  Hypothesis sides_ok : 2 <= sides g <= 3.
  Hypothesis orders_ok : forall o, In o orders -> exists l l', is_symmetry g l l' = true /\ o = images n l'.
  Hypothesis entries_ok : forall x e, PositiveMap.find x table = Some e -> entry_ok e = true.

  Notation points := (seq 0 n).
  Notation after_ := (after points (sides g) (has_won g) (fun s => In s (fst c)) (good c)).

  Lemma of_us_in s : of_us s = true <-> In s (fst c).
  Proof. apply in_list. Qed.

  Lemma next_ok s : 1 <= s <= sides g -> 1 <= next (sides g) s <= sides g.
  Proof. unfold next. destruct (Nat.eqb_spec s (sides g)); lia. Qed.

  Lemma won_by_won s x f : 1 <= s <= sides g -> shows n x f -> won_by s x = true <-> has_won g s f.
  Proof.
    intros R [St I]. unfold won_by. rewrite t_compiled. apply won_mask_has_won; auto; [lia|]. intros p. apply St. lia.
  Qed.

  Lemma no_free_full x f : shows n x f -> N.eqb (free_mask (all t) x) 0 = true <-> full points f.
  Proof.
    intros Sh. rewrite t_compiled. simpl. rewrite N.eqb_eq. split.
    - intros E p F. apply (shows_free n x f p Sh) in F. now rewrite E, has_0 in F.
    - intros F. apply same_mask. intros p. rewrite has_0. destruct (has _ p) eqn:H; auto.
      apply (shows_free n x f p Sh) in H. now apply F in H.
  Qed.

  Lemma free_bit x f p : shows n x f -> free points f p -> In (bit p) (select (free_mask (all t) x) (bits t)).
  Proof.
    intros Sh F. rewrite t_compiled. simpl. rewrite select_map. apply in_map, in_select_seq.
    split; [now apply (shows_free n x f p Sh)|]. destruct F as [I _]. apply in_seq in I. lia.
  Qed.

  Lemma settled_after x s pairs f : 1 <= s <= sides g -> In s (fst c) -> shows n x f -> settled x s pairs = true ->
    after_ f s.
  Proof.
    intros R U Sh H. unfold settled in H. rewrite !andb_true_iff, negb_true_iff, Nat.eqb_eq, forallb_forall in H.
    destruct H as [[[T NU] A] C]. set (r := next (sides g) s) in *.
    assert (NU' : ~ In r (fst c)) by (rewrite <- of_us_in; congruence).
    assert (Rr : 1 <= r <= sides g) by (now apply next_ok).
    assert (Ns : next (sides g) r = s /\ s <> r).
    { unfold r, next. rewrite T in *. assert (s = 1 \/ s = 2) as [-> | ->] by lia; simpl; lia. }
    pose proof (proj1 Sh) as St. pose proof (proj2 Sh) as I.
    apply apart_sound in A as [A1 A2].
    assert (Fr : forall p, has (free_mask (all t) x) p = true <-> free points f p).
    { intros p. rewrite t_compiled. now apply shows_free. }
    apply (pairs_are_enough points (sides g) (has_won g) _ (good c) s r pairs f); auto.
    - intros. eapply has_won_helps; eauto.
    - intros h Ih. apply has_won_decided; auto. lia.
    - now split; [|apply Ns].
    - repeat split; [apply Ns| |]; lia.
    - intros a b J. destruct (A1 a b J) as (X & Y & N). rewrite Fr in X, Y. auto.
    - intros ch Hc W. specialize (C _ (in_choices _ _ Hc)). rewrite andb_true_iff, negb_true_iff in C.
      destruct C as [C _]. rewrite t_compiled in C.
      assert (X : won_mask (compiled g) r (N.lor (stones_of r x) (N.ldiff (free_mask (all t) x) (mask ch))) = true); [|congruence].
      apply (won_mask_has_won g r _ (all_but points r f ch)); [lia| | |exact W].
      + intros p. unfold all_but. destruct (f p =? 0) eqn:Z; simpl; [|apply I].
        destruct (existsb (Nat.eqb p) points) eqn:Y; simpl; [intros _; now apply in_list|apply I].
      + intros p. rewrite has_lor, has_ldiff, orb_true_iff, andb_true_iff, negb_true_iff, Fr, (St r p) by lia.
        unfold all_but, free. rewrite <- (in_list p points).
        destruct (Nat.eqb_spec (f p) 0) as [Z|Z]; simpl; [rewrite Z|intuition congruence].
        destruct (existsb (Nat.eqb p) points); simpl; [|intuition congruence].
        destruct (existsb (Nat.eqb p) ch) eqn:K; simpl.
        * apply in_list, has_mask in K. rewrite K. intuition congruence.
        * assert (has (mask ch) p = false).
          { destruct (has (mask ch) p) eqn:M; auto. apply has_mask, in_list in M. congruence. }
          intuition congruence.
    - destruct (snd c) eqn:D; [now left|right]. intros ch Hc. specialize (C _ (in_choices _ _ Hc)).
      rewrite andb_true_iff in C. destruct C as [_ C]. simpl in C. rewrite t_compiled in C.
      assert (Chf : forall p, In p ch -> free points f p).
      { intros p J. clear - Hc J A1 Fr. induction Hc as [|[a b] q l ch Q Hc IH]; [easy|].
        destruct J as [<-|J].
        - destruct (A1 a b (or_introl eq_refl)) as (X & Y & _). simpl in Q. destruct Q as [-> | ->]; now apply Fr.
        - apply IH; auto. intros u v W. apply A1. now right. }
      revert C. apply won_mask_has_won; [lia| |].
      + intros p. unfold with_. destruct (existsb (Nat.eqb p) ch) eqn:K; [|apply I].
        intros _. apply in_list in K. now apply Chf.
      + intros p. rewrite has_lor, orb_true_iff, has_mask, (St s p) by lia. unfold with_.
        destruct (existsb (Nat.eqb p) ch) eqn:K; [apply in_list in K; tauto|].
        rewrite <- (in_list p ch), K. intuition congruence.
  Qed.

  Lemma left_turned (o : point -> point) f : Injective o -> (forall p, In p points -> In (o p) points) ->
    left points (fun p => f (o p)) <= left points f.
  Proof.
    intros Inj In_o. unfold left. rewrite <- (map_length o). apply NoDup_incl_length.
    - apply Injective_map_NoDup; auto. apply NoDup_filter, seq_NoDup.
    - intros q J. apply in_map_iff in J as (p & <- & J). apply filter_In in J as [J E]. apply filter_In. auto.
  Qed.

  Lemma well_after (k : nat) :
    (forall x s f, 1 <= s <= sides g -> shows n x f -> left points f < k -> known x s = true -> forced g c f s) ->
    forall fuel x s f, 1 <= s <= sides g -> shows n x f -> left points f < k -> goes_well fuel x s = true -> after_ f s.
  Proof.
    intros K. induction fuel as [|fuel IH]; intros x s f R Sh L H; simpl in H.
    - destruct (won_by s x) eqn:W.
      + apply won; [now apply (won_by_won s x)|now apply of_us_in].
      + destruct (N.eqb (free_mask (all t) x) 0) eqn:F; [|easy].
        apply drawn; [rewrite <- (won_by_won s x f R Sh); congruence|now apply (no_free_full x)|exact H].
    - destruct (won_by s x) eqn:W.
      { apply won; [now apply (won_by_won s x)|now apply of_us_in]. }
      assert (NW : ~ has_won g s f) by (rewrite <- (won_by_won s x f R Sh); congruence).
      destruct (N.eqb (free_mask (all t) x) 0) eqn:F.
      { apply drawn; [auto|now apply (no_free_full x)|exact H]. }
      assert (NF : ~ full points f) by (rewrite <- (no_free_full x f Sh); congruence).
      apply goes_on; auto. pose proof (next_ok s R) as R'.
      destruct (of_us (next (sides g) s)) eqn:U; [now apply (K x)|].
      apply theirs; auto; [rewrite <- of_us_in; congruence|]. intros p Fp.
      rewrite forallb_forall in H. apply (IH (add (bit p) (next (sides g) s) x)); auto.
      + apply shows_add; auto. lia.
      + assert (left points (play f p (next (sides g) s)) < left points f) by (apply left_play; auto; lia). lia.
      + now apply H, (free_bit x f).
  Qed.

  Lemma found_forced k x s f :
    (forall x s f, 1 <= s <= sides g -> shows n x f -> left points f < k -> known x s = true -> forced g c f s) ->
    1 <= s <= sides g -> shows n x f -> left points f <= k -> found x s = true -> forced g c f s.
  Proof.
    intros K R Sh L H. unfold found in H. destruct (PositiveMap.find _ _) as [e|] eqn:E; [|easy].
    apply entries_ok in E. apply andb_prop in H as [Sm M]. apply Nat.eqb_eq in M.
    assert (x = at_ e) as Ex.
    { destruct x as [[a b] d], (at_ e) as [[a' b'] d']. simpl in Sm. rewrite !andb_true_iff, !N.eqb_eq in Sm.
      destruct Sm as [[-> ->] ->]. reflexivity. }
    unfold entry_ok in E. rewrite <- Ex, M in E. apply andb_prop in E as [E G]. apply andb_prop in E as [U F].
    apply of_us_in in U. rewrite t_compiled in F. apply (shows_free n x f _ Sh) in F.
    assert (Sh' : shows n (add (bit (move e)) s x) (play f (move e) s)) by (apply shows_add; auto; lia).
    apply ours with (move e); auto. destruct (pairs e) as [ps|]; [now apply settled_after with (add (bit (move e)) s x) ps|].
    apply (well_after k K) with (sides g) (add (bit (move e)) s x); auto.
    assert (left points (play f (move e) s) < left points f) by (apply left_play; auto; lia). lia.
  Qed.

  Theorem known_forced x s f : 1 <= s <= sides g -> shows n x f -> known x s = true -> forced g c f s.
  Proof.
    assert (G : forall k x s f, 1 <= s <= sides g -> shows n x f -> left points f < k -> known x s = true -> forced g c f s).
    2: { intros R Sh. apply (G (S (left points f))); auto. }
    induction k as [|k IH]; [lia|]. intros y r h R Sh L H. unfold known in H. apply orb_prop in H as [H|H].
    - apply found_forced with k y; auto. lia.
    - apply existsb_exists in H as (o & I & H). apply orders_ok in I as (l & l' & Y & ->).
      destruct (is_symmetry_sound g l l' Y) as (Back & Forth & In_ & Keep).
      assert (F : forced g c (fun p => h (by_list l p)) r).
      { apply found_forced with k (turned (images n l') y); auto; [now apply shows_turned|].
        assert (left points (fun p => h (by_list l p)) <= left points h); [|lia].
        apply left_turned; [|apply In_]. intros p q E. rewrite <- (Back p), <- (Back q). now f_equal. }
      revert F. now apply (symmetry points (sides g) (has_won g) _ (good c) (by_list l) (by_list l') Back Forth In_ Keep).
  Qed.

  Theorem start_forced x s f : 1 <= s <= sides g -> shows n x f -> start_goes_well x s = true -> forced g c f s.
  Proof.
    intros R Sh H. unfold start_goes_well in H. destruct (of_us s) eqn:U; [now apply known_forced with x|].
    apply andb_prop in H as [NF H]. apply theirs.
    - rewrite <- of_us_in. congruence.
    - rewrite <- (no_free_full x f Sh). now destruct (N.eqb _ _).
    - intros p Fp. rewrite forallb_forall in H.
      apply (well_after (S (left points f))) with (sides g) (add (bit p) s x); auto.
      + intros y r h Rr Shr _. now apply known_forced.
      + apply shows_add; auto. lia.
      + assert (left points (play f p s) < left points f) by (apply left_play; auto; lia). lia.
      + now apply H, (free_bit x f).
  Qed.
End Checker.

(* All together, of one claim. *)
Definition start_masks (g : game) : masks :=
  let m1 := mask (nth 0 (stones g) []) in
  let m2 := N.ldiff (mask (nth 1 (stones g) [])) m1 in
  let m3 := N.ldiff (mask (nth 2 (stones g) [])) (N.lor m1 m2) in
  (m1, m2, m3).

Definition game_ok (g : game) : bool :=
  (2 <=? sides g) && (sides g <=? 3) && (1 <=? turn g) && (turn g <=? sides g) && (length (stones g) <=? 3) &&
  forallb (fun l => forallb (fun p => p <? size g) l) (stones g).

Lemma shows_start g : game_ok g = true -> shows (size g) (start_masks g) (placed (stones g)).
Proof.
  unfold game_ok, start_masks. rewrite !andb_true_iff. intros [[[[[_ _] _] _] L] A].
  apply Nat.leb_le in L. rewrite forallb_forall in A.
  assert (B : forall l p, In l (stones g) -> In p l -> In p (seq 0 (size g))).
  { intros l p I J. specialize (A l I). rewrite forallb_forall in A. apply in_seq. specialize (A p J).
    apply Nat.ltb_lt in A. lia. }
  assert (M : forall l p, existsb (Nat.eqb p) l = has (mask l) p).
  { intros l p. destruct (has (mask l) p) eqn:E; [now apply in_list, has_mask|].
    destruct (existsb (Nat.eqb p) l) eqn:X; auto. apply in_list, has_mask in X. congruence. }
  destruct (stones g) as [|l1 [|l2 [|l3 [|]]]]; simpl in *; try lia; unfold placed; simpl.
  - split; [|now intros p]. intros s p N. destruct s as [|[|[|[|]]]]; simpl; rewrite ?has_ldiff, ?has_0; simpl; split; congruence.
  - split.
    + intros s p N. simpl. rewrite M. destruct s as [|[|[|[|]]]]; simpl; rewrite ?has_ldiff, ?has_0; simpl;
        destruct (has (mask l1) p); split; congruence.
    + intros p. simpl. destruct (existsb (Nat.eqb p) l1) eqn:E; [|easy]. intros _. apply in_list in E. now apply (B l1); auto.
  - split.
    + intros s p N. simpl. rewrite !M. destruct s as [|[|[|[|]]]]; simpl; rewrite ?has_ldiff, ?has_0; simpl;
        destruct (has (mask l1) p), (has (mask l2) p); simpl; split; congruence.
    + intros p. simpl. destruct (existsb (Nat.eqb p) l1) eqn:E; [intros _; apply in_list in E; now apply (B l1); auto|].
      destruct (existsb (Nat.eqb p) l2) eqn:E2; [intros _; apply in_list in E2; now apply (B l2); auto|easy].
  - split.
    + intros s p N. simpl. rewrite !M. destruct s as [|[|[|[|]]]]; simpl; rewrite ?has_ldiff, ?has_lor, ?has_ldiff, ?has_0; simpl;
        destruct (has (mask l1) p), (has (mask l2) p), (has (mask l3) p); simpl; split; congruence.
    + intros p. simpl. destruct (existsb (Nat.eqb p) l1) eqn:E; [intros _; apply in_list in E; now apply (B l1); auto|].
      destruct (existsb (Nat.eqb p) l2) eqn:E2; [intros _; apply in_list in E2; now apply (B l2); auto|].
      destruct (existsb (Nat.eqb p) l3) eqn:E3; [intros _; apply in_list in E3; now apply (B l3); auto 6|easy].
Qed.

(* The first line that is wrong, or 0 if there is none for the start; None if all is well. *)
Definition wrong (g : game) (t : tables) (orders : list (list N)) (c : claim) (entries : list entry) : option N :=
  let table := table_of (N.of_nat (size g)) entries in
  match find (fun e => negb (entry_ok g t c orders table e)) entries with
  | Some e => Some (number e)
  | None => if start_goes_well g t c orders table (start_masks g) (turn g) then None else Some 0%N
  end.

Theorem wrong_sound g orders c entries : game_ok g = true ->
  (forall o, In o orders -> exists l l', is_symmetry g l l' = true /\ o = images (size g) l') ->
  wrong g (compiled g) orders c entries = None -> holds g c.
Proof.
  intros G O H. unfold wrong in H. destruct (find _ entries) as [e|] eqn:F; [easy|].
  destruct (start_goes_well _ _ _ _ _ _ _) eqn:W; [|easy].
  pose proof G as G'. unfold game_ok in G'. rewrite !andb_true_iff, !Nat.leb_le in G'.
  apply (start_forced g (compiled g) c orders (table_of (N.of_nat (size g)) entries)) with (start_masks g);
    auto; try lia; [|now apply shows_start].
  intros x e E. apply table_of_in in E. apply (find_none _ _ F) in E. now apply negb_false_iff.
Qed.
