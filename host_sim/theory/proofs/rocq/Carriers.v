(* Lines with carriers. A line of a side says: it has the stones S, the points C (the carrier) are free, and the rival is
   to move; be all else the rival's, the side wins. What `step` accepts, line by line, is so by the definitions of Game.v.

   Its reason is that it has won; or pairs of points, of each of which it gets one; or replies: each a key, which it takes,
   and an earlier line, which then holds. No point lies in all of the sets of a key and its line's carrier: so whatever the
   rival takes, one reply does without it. Nothing else of the position matters. *)
Require Import List Arith NArith Bool Lia PArith FMapPositive.
Require Import Game Steps Masks Connections Rules Table.
Import ListNotations.

Ltac masks := repeat (rewrite ?has_lor, ?has_ldiff, ?has_land, ?has_bit, ?orb_true_iff, ?andb_true_iff, ?negb_true_iff,
  ?Nat.eqb_eq, ?Nat.eqb_neq in *).

Section Carriers.
  Variable g : game.
  Variables us them : side.
  Notation n := (size g).
  Notation points := (seq 0 n).
  Notation Won := (has_won g).
  Notation full_field := (mask points).
  Hypothesis sides_us : 1 <= us <= 2.
  Hypothesis two : sides g = 2 /\ next 2 us = them /\ next 2 them = us.

  Lemma them_side : us <> them /\ 1 <= them <= 2 /\ us <> 0 /\ them <> 0.
  Proof. destruct two as (_ & A & _). unfold next in A. destruct us as [|[|[|]]]; simpl in A; subst; lia. Qed.

  Definition sub (a b : N) : Prop := forall p, has a p = true -> has b p = true.

  (* The side joins with these stones, even if the rival has all else. *)
  Definition filled (S : N) : position := fun p => if p <? n then if has S p then us else them else 0.
  Definition sure_win (S : N) : Prop := Won us (filled S) /\ ~ Won them (filled S).
  Definition wins_by (t : tables) (S : N) : bool :=
    won_mask t us (N.land (all t) S) && negb (won_mask t them (N.ldiff (all t) S)).

  Lemma filled_inside S : inside points (filled S).
  Proof. intros p. unfold filled. destruct (Nat.ltb_spec p n); [|easy]. intros _. apply in_seq. lia. Qed.

  Lemma wins_by_sound S : wins_by (compiled g) S = true -> sure_win S.
  Proof.
    destruct them_side as (D & T & U0 & T0). unfold wins_by. rewrite andb_true_iff, negb_true_iff. intros [A B]. split.
    - apply (won_mask_has_won g us _ (filled S)) in A; [exact A|lia|apply filled_inside|].
      intros p. simpl. rewrite has_land, andb_true_iff, has_mask, in_seq. unfold filled.
      destruct (Nat.ltb_spec p n), (has S p) eqn:E; intuition (try congruence; lia).
    - intros W. apply (won_mask_has_won g them (N.ldiff (all (compiled g)) S) (filled S)) in W;
        [congruence|lia|apply filled_inside|].
      intros p. simpl. rewrite has_ldiff, andb_true_iff, has_mask, in_seq, negb_true_iff. unfold filled.
      destruct (Nat.ltb_spec p n), (has S p) eqn:E; intuition (try congruence; lia).
  Qed.

  Lemma sure_win_more S S' : sub S S' -> sure_win S -> sure_win S'.
  Proof.
    destruct them_side as (D & _). intros H [A B]. split.
    - revert A. apply has_won_helps. intros p. unfold filled. destruct (p <? n); auto.
      destruct (has S p) eqn:E; [now rewrite (H p E)|congruence].
    - intros W. apply B. revert W. apply has_won_helps. intros p. unfold filled. destruct (p <? n); auto.
      destruct (has S p) eqn:E; auto. rewrite (H p E). congruence.
  Qed.

  (* The side has S, C is free, the rival is to move: it wins, be all else the rival's. *)
  Inductive safe : N -> N -> Prop :=
  | sure S C : sure_win S -> safe S C
  | answer S C p : has C p = true -> (forall p, has C p = true -> replied S C p) -> safe S C
  with replied : N -> N -> point -> Prop :=
  | reply S C p k : has C k = true -> k <> p -> safe (N.lor S (bit k)) (N.ldiff (N.ldiff C (bit k)) (bit p)) ->
      replied S C p.
  Scheme safe_along := Minimality for safe Sort Prop with replied_along := Minimality for replied Sort Prop.

  Lemma more S C : safe S C -> forall S' C', sub S S' -> sub C C' -> safe S' C'.
  Proof.
    revert S C. apply (safe_along (fun S C => forall S' C', sub S S' -> sub C C' -> safe S' C')
      (fun S C p => forall S' C' p', sub S S' -> sub C C' -> p' = p \/ has C p' = false -> replied S' C' p')).
    - intros S C W S' C' HS HC. apply sure. now apply sure_win_more with S.
    - intros S C p P _ IH S' C' HS HC. apply answer with p; [now apply HC|]. intros q Q.
      destruct (has C q) eqn:E; [apply (IH q)|apply (IH p)]; auto.
    - intros S C p k K N _ IH S' C' p' HS HC Hp. assert (k <> p') by (destruct Hp; congruence).
      apply reply with k; auto. apply IH; intros q Q; masks.
      + destruct Q; auto.
      + destruct Q as [[Q1 Q2] Q3]. repeat split; auto. destruct Hp; congruence.
  Qed.

  (* Some end of the play, whatever the rival does. *)
  Lemma some_end S C : safe S C -> exists E, sure_win E /\ sub E (N.lor S C).
  Proof.
    revert S C. apply (safe_along (fun S C => exists E, sure_win E /\ sub E (N.lor S C))
      (fun S C p => exists E, sure_win E /\ sub E (N.lor S C))).
    - intros S C W. exists S. split; auto. intros q Q. masks. auto.
    - intros S C p P _ IH. now apply (IH p).
    - intros S C p k K N _ (E & W & H). exists E. split; auto. intros q Q. apply H in Q. masks.
      destruct Q as [[Q|Q]|[[Q _] _]]; subst; auto.
  Qed.

  Notation forces := (forces points 2 Won (eq us) (eq (Wins us))).
  Notation after := (after points 2 Won (eq us) (eq (Wins us))).

  Definition fits (S C : N) (f : position) : Prop :=
    inside points f /\ (forall p, has S p = true -> f p = us) /\ (forall p, has C p = true -> free points f p).

  Theorem safe_forces S C : safe S C -> forall f, fits S C f -> ~ Won us f -> forces f them.
  Proof.
    destruct them_side as (D & T & U0 & T0). destruct two as (_ & N1 & N2). revert S C.
    apply (safe_along (fun S C => forall f, fits S C f -> ~ Won us f -> forces f them)
      (fun S C p => forall f p', fits S C f -> ~ Won us f -> free points f p' -> p' = p \/ has C p' = false ->
         after (play f p' them) them)).
    - intros S C [W _] f (I & HS & _) NW. destruct NW. revert W. apply has_won_helps. intros p. unfold filled.
      destruct (p <? n); [|congruence]. destruct (has S p) eqn:E; [|congruence]. auto.
    - intros S C p P _ IH f F NW. apply theirs; auto; [intros Full; apply (Full p); now apply F|].
      intros q Q. destruct (has C q) eqn:E; [apply (IH q)|apply (IH p)]; auto.
    - intros S C p k K N Sf IH f p' (I & HS & HC) NW [Ip Zp] Hp. set (h := play f p' them).
      assert (k <> p') as Nk by (destruct Hp; congruence).
      assert (Hh : forall q, q <> p' -> h q = f q) by (intros q M; unfold h, play; now destruct (Nat.eqb_spec q p')).
      assert (Fk : free points h k) by (split; [apply HC, K|rewrite Hh by auto; apply HC, K]).
      assert (Fits : fits (N.lor S (bit k)) (N.ldiff (N.ldiff C (bit k)) (bit p)) (play h k us)).
      { split; [|split].
        - apply inside_play; [apply Fk|]. now apply inside_play.
        - intros q Q. masks. unfold play. destruct (Nat.eqb_spec q k); auto. destruct Q as [Q|Q]; [|congruence].
          rewrite Hh; [auto|]. intros ->. rewrite (HS _ Q) in Zp. congruence.
        - intros q Q. masks. destruct Q as [[Q1 Q2] Q3]. assert (q <> p') by (destruct Hp; congruence).
          destruct (HC q Q1) as [A B]. split; auto. unfold play. destruct (Nat.eqb_spec q k); [congruence|]. now rewrite Hh. }
      apply goes_on.
      + intros W. destruct (some_end _ _ Sf) as (E & [_ NE] & HE). apply NE. revert W. apply has_won_helps.
        intros q Q. unfold filled. assert (In q points) as Iq.
        { apply (inside_play points f p' them Ip I). fold h. congruence. }
        apply in_seq in Iq. destruct (Nat.ltb_spec q n); [|lia]. destruct (has E q) eqn:Eq; auto.
        exfalso. apply HE in Eq. masks.
        destruct (Nat.eq_dec q p') as [->|M].
        * destruct Eq as [[Eq|Eq]|[[Eq1 Eq2] Eq3]]; [rewrite (HS _ Eq) in Zp; congruence|congruence|].
          destruct Hp; congruence.
        * rewrite Hh in Q by auto. destruct Eq as [[Eq|Eq]|[[Eq1 Eq2] Eq3]].
          -- rewrite (HS _ Eq) in Q. congruence.
          -- subst. destruct (HC _ K). congruence.
          -- destruct (HC _ Eq1). congruence.
      + intros Full. now apply (Full k).
      + rewrite N2. apply ours with k; auto. destruct (has_won_decided g us (play h k us)) as [W|W];
          [lia|apply Fits| |].
        * now apply won.
        * assert (F := IH _ Fits W). apply goes_on; auto.
          -- inversion F; subst; [congruence|auto].
          -- now rewrite N1.
  Qed.

  (* Pairs. *)
  Definition ends (pairs : list (point * point)) : list point := flat_map (fun ab => [fst ab; snd ab]) pairs.

  Lemma ends_app l m : ends (l ++ m) = ends l ++ ends m.
  Proof. unfold ends. now rewrite flat_map_app. Qed.

  Lemma pairs_safe m : forall pairs S, length pairs = m -> NoDup (ends pairs) ->
    (forall c, chosen pairs c -> sure_win (N.lor S (mask c))) -> safe S (mask (ends pairs)).
  Proof.
    induction m as [|m IH]; intros pairs S L ND W.
    - destruct pairs; [|easy]. apply sure. apply sure_win_more with (N.lor S (mask [])); [|apply W; constructor].
      intros q. rewrite has_lor. simpl. now rewrite has_0, orb_false_r.
    - destruct pairs as [|[a0 b0] rest] eqn:P; [easy|]. rewrite <- P in *. apply answer with a0.
      + rewrite P. apply has_mask. simpl. auto.
      + intros p Hp. apply has_mask in Hp. unfold ends in Hp. apply in_flat_map in Hp as ([a b] & I & Hp). simpl in Hp.
        apply in_split in I as (l1 & l2 & E).
        assert (exists q, ((p = a /\ q = b) \/ (p = b /\ q = a))) as (q & PQ) by (destruct Hp as [->|[->|[]]]; eauto).
        rewrite E, ends_app in ND. simpl in ND.
        assert (NDs := ND). apply NoDup_remove in NDs as [NDs Na].
        assert (NDt := NDs). apply NoDup_remove in NDt as [NDt Nb].
        assert (NDab : a <> b).
        { intros ->. apply Na. apply in_or_app. right. now left. }
        apply reply with q.
        * apply has_mask. rewrite E, ends_app. apply in_or_app. right. simpl. intuition.
        * intuition congruence.
        * apply more with (N.lor S (bit q)) (mask (ends (l1 ++ l2))); [|now intros r|].
          -- apply IH.
             ++ rewrite E in L. rewrite app_length in *. simpl in L. lia.
             ++ now rewrite ends_app.
             ++ intros c Hc. apply Forall2_app_inv_l in Hc as (c1 & c2 & H1 & H2 & ->).
                apply sure_win_more with (N.lor S (mask (c1 ++ q :: c2))).
                ** intros r R. masks. rewrite has_mask in *. destruct R as [R|R]; auto.
                   apply in_app_or in R. simpl in R. rewrite in_app_iff. intuition.
                ** apply W. rewrite E. apply Forall2_app; auto. constructor; auto. simpl. intuition.
          -- intros r R. rewrite has_mask, ends_app in R. apply in_app_or in R.
             assert (r <> a /\ r <> b) as [Ra Rb].
             { split; intros ->; [apply Na|apply Nb]; apply in_or_app; destruct R; [left|right; simpl|left|right; simpl]; auto. }
             masks. rewrite has_mask, E, ends_app, in_app_iff. simpl. intuition congruence.
  Qed.
End Carriers.

(* Lines moved: by a symmetry of the field, or by an exchange of the sides with their goals. *)
Definition other (s : side) : side := match s with 1 => 2 | 2 => 1 | _ => s end.

Lemma other_other s : other (other s) = s.
Proof. now destruct s as [|[|[|]]]. Qed.
Lemma other_side s : 1 <= s <= 2 -> 1 <= other s <= 2 /\ next 2 s = other s /\ next 2 (other s) = s.
Proof. intros R. assert (s = 1 \/ s = 2) as [-> | ->] by lia; (split; [simpl; lia|now split]). Qed.

Section Moved.
  Variable g : game.
  Variables l l' : list point. (* a point p goes to `by_list l' p` *)
  Hypothesis Back : forall p, by_list l' (by_list l p) = p.
  Hypothesis Forth : forall p, by_list l (by_list l' p) = p.
  Hypothesis Inside : forall p, In p (seq 0 (size g)) <-> In (by_list l p) (seq 0 (size g)).
  Variables u v u' v' : side.
  Notation full_field := (mask (seq 0 (size g))).
  Notation put := (fun m => gather m (images (size g) l')).

  Lemma has_put m p : has (put m) p = true <-> In p (seq 0 (size g)) /\ has m (by_list l p) = true.
  Proof.
    rewrite has_gather. unfold images. split.
    - intros (q & a & H & M & B). destruct (nth_error (seq 0 (size g)) q) as [r|] eqn:Q.
      + rewrite (map_nth_error _ _ _ Q) in M. injection M as <-. rewrite has_bit in B. apply Nat.eqb_eq in B.
        assert (q < size g) by (rewrite <- (seq_length (size g) 0); apply nth_error_Some; congruence).
        apply nth_error_nth with (d := 0) in Q. rewrite seq_nth in Q by auto. simpl in Q. subst. rewrite Forth. split; auto.
        apply Inside. rewrite Forth. apply in_seq. lia.
      + apply nth_error_None in Q. rewrite (proj2 (nth_error_None _ _)) in M; [easy|]. now rewrite map_length.
    - intros [I H]. apply Inside, in_seq in I. exists (by_list l p), (bit (by_list l' (by_list l p))). split; [exact H|]. split.
      + apply (map_nth_error (fun q => bit (by_list l' q))).
        rewrite nth_error_nth' with (d := 0) by (rewrite seq_length; lia). rewrite seq_nth; [easy|lia].
      + rewrite has_bit, Back. apply Nat.eqb_refl.
  Qed.

  Lemma put_at m p : p < size g -> has (put m) p = has m (by_list l p).
  Proof. intros L. apply eq_true_iff_eq. rewrite has_put, in_seq. split; [tauto|]. split; auto. lia. Qed.

  Lemma sub_put m : sub (put m) full_field.
  Proof. intros p H. apply has_put in H. now apply has_mask. Qed.

  Hypothesis side_v : 1 <= u' <= 2.
  Hypothesis two_v : sides g = 2 /\ next 2 u' = v' /\ next 2 v' = u'.
  Hypothesis sure_moved : forall S, sure_win g u v S -> sure_win g u' v' (put S).

  Lemma safe_moved S C : safe g u v S C -> sub C full_field -> safe g u' v' (put S) (put C).
  Proof.
    revert S C. apply (safe_along g u v (fun S C => sub C full_field -> safe g u' v' (put S) (put C))
      (fun S C p => sub C full_field -> replied g u' v' (put S) (put C) (by_list l' p))).
    - intros S C W _. now apply sure, sure_moved.
    - intros S C p P _ IH F. apply answer with (by_list l' p).
      + apply has_put. rewrite Forth. split; auto. apply Inside. rewrite Forth. now apply has_mask, F.
      + intros q Q. apply has_put in Q as [I Q]. rewrite <- (Back q). now apply IH.
    - intros S C p k K N _ IH F. apply reply with (by_list l' k).
      + apply has_put. rewrite Forth. split; auto. apply Inside. rewrite Forth. now apply has_mask, F.
      + intros E. apply N. now rewrite <- (Forth k), <- (Forth p), E.
      + apply (more g u' v' side_v two_v) with (put (N.lor S (bit k))) (put (N.ldiff (N.ldiff C (bit k)) (bit p))).
        * apply IH. intros q Q. apply F. rewrite !has_ldiff, !andb_true_iff in Q. tauto.
        * intros q Q. apply has_put in Q as [I Q]. rewrite has_lor, has_bit, orb_true_iff, Nat.eqb_eq in *.
          destruct Q as [Q|Q]; [left; now apply has_put|right; now rewrite Q, Back].
        * intros q Q. apply has_put in Q as [I Q].
          rewrite !has_ldiff, !has_bit, !andb_true_iff, !negb_true_iff, !Nat.eqb_neq in *. destruct Q as [[Q1 Q2] Q3].
          repeat split; [now apply has_put|intros <-; now rewrite Forth in Q2|intros <-; now rewrite Forth in Q3].
  Qed.
End Moved.

Lemma safe_turned g l l' u v S C : 1 <= u <= 2 -> sides g = 2 /\ next 2 u = v /\ next 2 v = u ->
  is_symmetry g l l' = true -> safe g u v S C -> sub C (mask (seq 0 (size g))) ->
  safe g u v (gather S (images (size g) l')) (gather C (images (size g) l')).
Proof.
  intros R T Y. destruct (is_symmetry_sound g l l' Y) as (Back & Forth & In_ & Keep).
  apply (safe_moved g l l' Back Forth In_ u v u v R T). clear S C. intros S [W NW].
  assert (L : like (by_list l) (filled g u v (gather S (images (size g) l'))) (filled g u v S)).
  { intros p. unfold filled. pose proof (In_ p) as I. rewrite !in_seq in I.
    destruct (Nat.ltb_spec p (size g)), (Nat.ltb_spec (by_list l p) (size g)); try lia; auto.
    now rewrite (put_at g l l' Back Forth In_). }
  split; [now apply (Keep u _ _ L)|]. intros X. apply NW. now apply (Keep v _ _ L).
Qed.

(* An exchange turns the goals of each side into those of the other. *)
Definition exchanged_joins (joins : list join) : list join := map (fun j => (other (fst (fst j)), snd (fst j), snd j)) joins.
Definition is_exchange (g : game) (l l' : list point) : bool :=
  let o := by_list l in let o' := by_list l' in
  match lines g, inner g with [], [] => true | _, _ => false end && permutes (size g) l l' &&
  keeps_near (nears g) o && keeps_near (nears g) o' &&
  turns_joins (joins g) (exchanged_joins (joins g)) o && turns_joins (joins g) (exchanged_joins (joins g)) o'.

Lemma joined_exchanged nears joins s f :
  joined nears (exchanged_joins joins) s f -> joined nears joins (other s) (fun p => other (f p)).
Proof.
  intros (k & bs & p & I & P & T). apply in_map_iff in I as ([[s' k'] bs'] & E & I). simpl in E. injection E as <- <- <-.
  exists k', bs', p. rewrite other_other. split; [exact I|]. split; [now rewrite P, other_other|].
  clear - T. induction T; [constructor| |now apply elsewhere]. apply there with q; auto.
  revert H0. apply path_sub. intros r ->. apply other_other.
Qed.

Lemma is_exchange_sound g l l' : is_exchange g l l' = true ->
  (forall p, by_list l' (by_list l p) = p) /\ (forall p, by_list l (by_list l' p) = p) /\
  (forall p, In p (seq 0 (size g)) <-> In (by_list l p) (seq 0 (size g))) /\
  (forall s f h, (forall p, f p = other (h (by_list l p))) -> (has_won g s h <-> has_won g (other s) f)).
Proof.
  unfold is_exchange. cbv zeta. rewrite !andb_true_iff. intros [[[[[G P] KN] KN'] K] K'].
  destruct (permutes_sound _ _ _ P) as (Back & Forth & Same).
  assert (J : forall s f, has_won g s f <-> joined (nears g) (joins g) s f).
  { intros s f. unfold has_won. destruct (lines g), (inner g); try easy. split; [|now right; left].
    intros [(x & y & [] & _)|[W|(p & [] & _)]]. exact W. }
  assert (Alike : forall s f h, (forall p, f p = h p) -> has_won g s f -> has_won g s h).
  { intros s f h X. apply has_won_helps. intros p. now rewrite X. }
  split; [exact Back|]. split; [exact Forth|]. split; [exact Same|].
  intros s f h L. split; intros W.
  - apply Alike with (fun p => other (h (by_list l p))); [now intros p|]. apply J, joined_exchanged.
    revert W. rewrite J. apply turns_joins_sound with (by_list l'); auto. intros p. now rewrite Forth.
  - apply Alike with (fun p => other (other (h p))); [intros p; apply other_other|]. rewrite <- (other_other s). apply J.
    apply joined_exchanged with (f := fun p => other (h p)). revert W. rewrite J.
    now apply turns_joins_sound with (by_list l).
Qed.

Lemma safe_exchanged g l l' u S C : 1 <= u <= 2 -> sides g = 2 -> is_exchange g l l' = true ->
  safe g u (other u) S C -> sub C (mask (seq 0 (size g))) ->
  safe g (other u) u (gather S (images (size g) l')) (gather C (images (size g) l')).
Proof.
  intros R T Y. destruct (is_exchange_sound g l l' Y) as (Back & Forth & In_ & Keep).
  destruct (other_side u R) as (R' & N1 & N2).
  apply (safe_moved g l l' Back Forth In_ u (other u) (other u) u R' (conj T (conj N2 N1))). clear S C. intros S [W NW].
  assert (L : forall p, filled g (other u) u (gather S (images (size g) l')) p = other (filled g u (other u) S (by_list l p))).
  { intros p. unfold filled. pose proof (In_ p) as I. rewrite !in_seq in I.
    destruct (Nat.ltb_spec p (size g)), (Nat.ltb_spec (by_list l p) (size g)); try lia; auto.
    rewrite (put_at g l l' Back Forth In_) by auto. destruct (has S (by_list l p)); [easy|now rewrite other_other]. }
  split; [now apply (Keep u _ _ L)|]. intros X. apply NW. apply (Keep (other u) _ _ L). now rewrite other_other.
Qed.

(* Play from the start, the sides in turn. *)
Fixpoint played (moves : list point) (s : side) (f : position) : position :=
  match moves with [] => f | p :: moves => played moves (next 2 s) (play f p s) end.
Fixpoint mover_after (moves : list point) (s : side) : side :=
  match moves with [] => s | _ :: moves => mover_after moves (next 2 s) end.

(* A claim of a side after some moves: nobody has won, and the side can win. *)
Definition claimed : Type := side * list point.
Definition true_of (g : game) (c : claimed) : Prop :=
  let f := played (snd c) (turn g) (placed (stones g)) in
  nobody_has_won 2 (has_won g) f /\
  can_win (seq 0 (size g)) 2 (has_won g) (fst c) f (mover_after (snd c) (turn g)).

(* What a file says, a row each. *)
Record reference := Line { row : N; turned_ : bool; exchanged : bool }.
Inductive statement :=
| Of_side (s : side) (* the lines that follow are of this side *)
| Settles (own : list point) (pairs : list (point * point))
| Replies (replies : list (point * reference))
| Claims (s : side) (moves : list point) (key : option point) (by_ : reference).

Definition carried : Type := N * N. (* stones, carrier *)
Record known := Known {
  side_of : side; (* of the lines that follow *)
  count : N;
  found_ : PositiveMap.t (side * carried);
  claims_ : list claimed (* the last first *)
}.
Definition nothing_known : known := Known 0 0 (PositiveMap.empty _) [].

Fixpoint distinct (seen : N) (l : list point) : bool :=
  match l with [] => true | p :: l => negb (has seen p) && distinct (N.lor seen (bit p)) l end.

Lemma distinct_sound l : forall seen, distinct seen l = true -> NoDup l /\ forall p, In p l -> has seen p = false.
Proof.
  induction l as [|a l IH]; intros seen H; [split; [constructor|easy]|]. simpl in H.
  rewrite andb_true_iff, negb_true_iff in H. destruct H as [A H]. apply IH in H as [ND H]. split.
  - constructor; auto. intros I. apply H in I. rewrite has_lor, has_bit, Nat.eqb_refl, orb_true_r in I. easy.
  - intros p [->|I]; auto. apply H in I. rewrite has_lor, orb_false_iff in I. tauto.
Qed.

Section Checker.
  Variable g : game.
  Variable t : tables.
  Variables turn_ exchange : option (list N). (* where each point goes, if the file has such an order *)

  Definition put (images : list N) (c : carried) : carried := (gather (fst c) images, gather (snd c) images).
  Definition line_at (k : known) (r : reference) : option (side * carried) :=
    match PositiveMap.find (N.succ_pos (row r)) (found_ k) with
    | None => None
    | Some (s, c) =>
        match (if turned_ r then option_map (fun i => put i c) turn_ else Some c) with
        | None => None
        | Some c => if exchanged r then option_map (fun i => (other s, put i c)) exchange else Some (s, c)
        end
    end.
  Fixpoint lines_at (k : known) (replies : list (point * reference)) : option (list (point * carried)) :=
    match replies with
    | [] => Some []
    | (key, r) :: replies =>
        match line_at k r with
        | Some (s, c) => if s =? side_of k then option_map (cons (key, c)) (lines_at k replies) else None
        | None => None
        end
    end.

  Definition stones_needed (l : list (point * carried)) : N :=
    fold_right (fun r m => N.lor (N.ldiff (fst (snd r)) (bit (fst r))) m) 0%N l.
  Definition carrier (l : list (point * carried)) : N :=
    fold_right (fun r m => N.lor (N.lor (bit (fst r)) (snd (snd r))) m) 0%N l.
  Definition common (l : list (point * carried)) (c : N) : N :=
    fold_right (fun r m => N.land (N.lor (bit (fst r)) (snd (snd r))) m) c l.

  (* The stones and the carrier of a line, if what follows is a reason. *)
  Definition by_pairs (s : side) (own : list point) (pairs : list (point * point)) : option carried :=
    let S := mask own in
    if distinct 0 (own ++ ends pairs) && forallb (fun m => wins_by s (other s) t (N.lor S m)) (choices pairs)
    then Some (S, mask (ends pairs)) else None.
  Definition by_replies (l : list (point * carried)) : option carried :=
    let S := stones_needed l in
    let C := carrier l in
    if negb (N.eqb C 0) && forallb (fun r => negb (has (snd (snd r)) (fst r))) l &&
      N.eqb (common l C) 0 && N.eqb (N.land S C) 0
    then Some (S, C) else None.

  Definition learn (k : known) (c : option carried) : option known :=
    match c with
    | Some c =>
        if N.eqb (N.ldiff (N.lor (fst c) (snd c)) (all t)) 0 && (1 <=? side_of k) && (side_of k <=? 2)
        then Some (Known (side_of k) (N.succ (count k))
          (PositiveMap.add (N.succ_pos (count k)) (side_of k, c) (found_ k)) (claims_ k))
        else None
    | None => None
    end.

  Definition unwon (x : masks) : bool := negb (won_by t 1 x) && negb (won_by t 2 x).
  Fixpoint play_on (moves : list point) (s : side) (x : masks) : option (side * masks) :=
    if unwon x then
      match moves with
      | [] => Some (s, x)
      | p :: moves => if has (free_mask (all t) x) p then play_on moves (next 2 s) (add (bit p) s x) else None
      end
    else None.
  Definition holds_at (s : side) (key : option point) (c : carried) (mover : side) (x : masks) : bool :=
    let within (x : masks) := N.eqb (N.ldiff (fst c) (stones_of s x)) 0 && N.eqb (N.ldiff (snd c) (free_mask (all t) x)) 0 in
    match key with
    | Some p => (mover =? s) && has (free_mask (all t) x) p && within (add (bit p) s x)
    | None => (mover =? other s) && within x
    end.

  Definition step (k : known) (said : statement) : option known :=
    match said with
    | Of_side s => Some (Known s (count k) (found_ k) (claims_ k))
    | Settles own pairs => learn k (by_pairs (side_of k) own pairs)
    | Replies replies => match lines_at k replies with Some l => learn k (by_replies l) | None => None end
    | Claims s moves key r =>
        match line_at k r, play_on moves (turn g) (start_masks g) with
        | Some (s', c), Some (mover, x) =>
            if (s =? s') && holds_at s key c mover x
            then Some (Known (side_of k) (count k) (found_ k) ((s, moves) :: claims_ k)) else None
        | _, _ => None
        end
    end.

  (* All that is known is so. *)
  Hypothesis t_compiled : t = compiled g.
  Hypothesis ok : game_ok g = true.
  Hypothesis two : sides g = 2.
  Hypothesis turn_ok : forall i, turn_ = Some i -> exists l l', is_symmetry g l l' = true /\ i = images (size g) l'.
  Hypothesis exchange_ok : forall i, exchange = Some i -> exists l l', is_exchange g l l' = true /\ i = images (size g) l'.

  Notation full_field := (mask (seq 0 (size g))).
  Definition so (x : side * carried) : Prop :=
    1 <= fst x <= 2 /\ safe g (fst x) (other (fst x)) (fst (snd x)) (snd (snd x)) /\ sub (snd (snd x)) full_field.
  Definition all_so (k : known) : Prop :=
    (forall number x, PositiveMap.find number (found_ k) = Some x -> so x) /\ Forall (true_of g) (claims_ k).

  Lemma two_of s : 1 <= s <= 2 -> sides g = 2 /\ next 2 s = other s /\ next 2 (other s) = s.
  Proof. intros R. split; auto. now apply other_side. Qed.

  Lemma put_in_field l l' m : is_symmetry g l l' = true \/ is_exchange g l l' = true ->
    sub (gather m (images (size g) l')) full_field.
  Proof.
    intros [Y|Y]; [apply is_symmetry_sound in Y as (A & B & D & _)|apply is_exchange_sound in Y as (A & B & D & _)];
      now apply (sub_put g l l').
  Qed.

  Lemma line_at_so k r x : all_so k -> line_at k r = Some x -> so x.
  Proof.
    intros [A _]. unfold line_at. destruct (PositiveMap.find _ _) as [[s c]|] eqn:F; [|easy]. apply A in F. clear A.
    assert (Turn : forall c', (if turned_ r then option_map (fun i => put i c) turn_ else Some c) = Some c' -> so (s, c')).
    { intros c'. destruct (turned_ r); [|now intros E; injection E as <-]. destruct turn_ as [i|] eqn:T; [|easy].
      intros E. injection E as <-. destruct (turn_ok i eq_refl) as (l & l' & Y & ->). destruct F as (R & Sf & Sb).
      repeat split; try apply R; [now apply safe_turned with l; auto; apply two_of|now apply put_in_field with l; left]. }
    destruct (if turned_ r then _ else _) as [c'|]; [|easy]. specialize (Turn c' eq_refl).
    destruct (exchanged r); [|now intros E; injection E as <-]. destruct exchange as [i|] eqn:X; [|easy].
    intros E. injection E as <-. destruct (exchange_ok i eq_refl) as (l & l' & Y & ->). destruct Turn as (R & Sf & Sb).
    simpl in *. repeat split; simpl; try apply (other_side s R).
    - rewrite other_other. now apply safe_exchanged with l.
    - apply put_in_field with l. now right.
  Qed.

  Lemma lines_at_so k replies : all_so k -> forall l, lines_at k replies = Some l ->
    forall p c, In (p, c) l -> so (side_of k, c).
  Proof.
    intros A. induction replies as [|[key r] replies IH]; simpl; intros l E; [injection E as <-; easy|].
    destruct (line_at k r) as [[s c]|] eqn:F; [|easy]. apply (line_at_so k r _ A) in F.
    destruct (Nat.eqb_spec s (side_of k)) as [->|]; [|easy].
    destruct (lines_at k replies) as [m|]; [|easy]. injection E as <-.
    intros p c' [X|I]; [now injection X as <- <-|now apply (IH m eq_refl p)].
  Qed.

  Lemma has_stones_needed l p : has (stones_needed l) p = true <->
    exists k S C, In (k, (S, C)) l /\ has S p = true /\ p <> k.
  Proof.
    induction l as [|[k [S C]] l IH]; simpl; [rewrite has_0; split; [easy|intros (k & S & C & [] & _)]|].
    masks. rewrite IH. split.
    - intros [[A B]|(k' & S' & C' & I & H)]; [exists k, S, C|exists k', S', C']; intuition.
    - intros (k' & S' & C' & [E|I] & H & N); [injection E as -> -> ->; left; auto|right; exists k', S', C'; auto].
  Qed.
  Lemma has_carrier l p : has (carrier l) p = true <-> exists k S C, In (k, (S, C)) l /\ (p = k \/ has C p = true).
  Proof.
    induction l as [|[k [S C]] l IH]; simpl; [rewrite has_0; split; [easy|intros (k & S & C & [] & _)]|].
    masks. rewrite IH. split.
    - intros [A|(k' & S' & C' & I & H)]; [exists k, S, C|exists k', S', C']; intuition.
    - intros (k' & S' & C' & [E|I] & H); [injection E as -> -> ->; left; intuition|right; exists k', S', C'; auto].
  Qed.
  Lemma has_common l c p : has c p = true -> has (common l c) p = false ->
    exists k S C, In (k, (S, C)) l /\ p <> k /\ has C p = false.
  Proof.
    intros H. induction l as [|[k [S C]] l IH]; simpl; [congruence|]. rewrite has_land, has_lor, has_bit.
    destruct (Nat.eqb_spec k p) as [->|N]; simpl.
    - intros X. apply IH in X as (k' & S' & C' & I & Y). exists k', S', C'. auto.
    - destruct (has C p) eqn:E; simpl.
      + intros X. apply IH in X as (k' & S' & C' & I & Y). exists k', S', C'. auto.
      + intros _. exists k, S, C. auto.
  Qed.

  Lemma by_pairs_safe s own pairs S C : 1 <= s <= 2 -> by_pairs s own pairs = Some (S, C) -> safe g s (other s) S C.
  Proof.
    intros R. unfold by_pairs. destruct (_ && _) eqn:E; [|easy]. intros X. injection X as <- <-.
    apply andb_prop in E as [D W]. apply distinct_sound in D as [D _]. rewrite forallb_forall, t_compiled in *.
    apply (pairs_safe g s (other s) R (two_of s R) (length pairs)); auto.
    - clear - D. induction own; [exact D|]. inversion D. auto.
    - intros c H. apply (wins_by_sound g s (other s) R (two_of s R)), W. now apply in_choices.
  Qed.

  Lemma by_replies_safe s l S C : 1 <= s <= 2 -> (forall p c, In (p, c) l -> so (s, c)) -> by_replies l = Some (S, C) ->
    safe g s (other s) S C.
  Proof.
    intros R A. unfold by_replies. cbv zeta. destruct (_ && _) eqn:E; [|easy]. intros X. injection X as <- <-.
    rewrite !andb_true_iff, negb_true_iff, N.eqb_neq, N.eqb_eq, forallb_forall in E. destruct E as [[[Some_ Out] Co] _].
    apply some_bit in Some_ as [p0 P0]. apply answer with p0; [exact P0|]. intros p P.
    destruct (has_common l (carrier l) p P) as (k & S & C & I & N & Cp); [now rewrite Co, has_0|].
    assert (Ck := Out _ I). simpl in Ck. apply negb_true_iff in Ck.
    apply reply with k; auto; [apply (proj2 (has_carrier l k)); exists k, S, C; auto|].
    apply (more g s (other s) R (two_of s R)) with S C; [apply (A k (S, C) I)| |].
    - intros q Q. masks. destruct (Nat.eq_dec k q); auto. left. apply (proj2 (has_stones_needed l q)). exists k, S, C. auto.
    - intros q Q. masks. repeat split; [apply (proj2 (has_carrier l q)); exists k, S, C; auto|congruence|congruence].
  Qed.

  Lemma learn_so k c k' : all_so k ->
    (forall S C, 1 <= side_of k <= 2 -> c = Some (S, C) -> safe g (side_of k) (other (side_of k)) S C) ->
    learn k c = Some k' -> all_so k'.
  Proof.
    intros [A Cl] H. unfold learn. destruct c as [[S C]|]; [|easy]. destruct (_ && _) eqn:E; [|easy].
    intros X. injection X as <-. split; [|exact Cl]. rewrite !andb_true_iff, !Nat.leb_le, within in E.
    destruct E as [[W R1] R2]. intros number x F. simpl in F, W. rewrite PositiveMapAdditionalFacts.gsspec in F.
    destruct (PositiveMap.E.eq_dec number _); [|now apply (A number)]. injection F as <-.
    split; [simpl; lia|]. split; [apply H; auto; lia|].
    intros p P. rewrite t_compiled in W. apply W. masks. auto.
  Qed.

  Lemma unwon_so x f : shows (size g) x f -> unwon x = true -> nobody_has_won 2 (has_won g) f.
  Proof.
    intros Sh U s R W. unfold unwon in U. rewrite andb_true_iff, !negb_true_iff in U.
    apply (won_by_won g t t_compiled ltac:(lia) s x f ltac:(lia) Sh) in W.
    assert (s = 1 \/ s = 2) as [-> | ->] by lia; intuition congruence.
  Qed.

  Lemma play_on_so moves : forall s x f s' x', 1 <= s <= 2 -> shows (size g) x f -> play_on moves s x = Some (s', x') ->
    1 <= s' <= 2 /\ s' = mover_after moves s /\ shows (size g) x' (played moves s f) /\
    nobody_has_won 2 (has_won g) (played moves s f).
  Proof.
    induction moves as [|p moves IH]; intros s x f s' x' R Sh; simpl; (destruct (unwon x) eqn:U; [|easy]).
    - intros E. injection E as <- <-. pose proof (unwon_so x f Sh U). tauto.
    - destruct (has _ p) eqn:F; [|easy]. intros E. apply IH with (f := play f p s) in E; auto.
      + destruct (other_side s R) as (Q & -> & _). exact Q.
      + rewrite t_compiled in F. apply (shows_free _ x f p Sh) in F. apply shows_add; auto. lia.
  Qed.

  Lemma within_fits s c x f : 1 <= s <= 2 -> shows (size g) x f ->
    N.eqb (N.ldiff (fst c) (stones_of s x)) 0 && N.eqb (N.ldiff (snd c) (free_mask (all t) x)) 0 = true ->
    fits g s (fst c) (snd c) f.
  Proof.
    intros R Sh W. rewrite andb_true_iff, !within, t_compiled in W. destruct W as [W1 W2]. split; [apply Sh|]. split.
    - intros p P. apply Sh; [lia|auto].
    - intros p P. apply (shows_free _ x f p Sh). now apply W2.
  Qed.

  Lemma holds_at_so s key c x f mover : so (s, c) -> shows (size g) x f -> 1 <= mover <= 2 ->
    nobody_has_won 2 (has_won g) f -> holds_at s key c mover x = true ->
    can_win (seq 0 (size g)) 2 (has_won g) s f mover.
  Proof.
    intros (R & Sf & _) Sh Rm NW. simpl in R, Sf. unfold holds_at. cbv zeta. pose proof (two_of s R) as T.
    destruct key as [p|]; rewrite ?andb_true_iff, Nat.eqb_eq.
    - intros [[-> F] W]. rewrite t_compiled in F. apply (shows_free _ x f p Sh) in F.
      assert (Sh' : shows (size g) (add (bit p) s x) (play f p s)) by (apply shows_add; auto; lia).
      rewrite <- andb_true_iff in W. apply (within_fits s c _ _ R Sh') in W.
      apply ours with p; auto. destruct (has_won_decided g s (play f p s)) as [V|V]; [lia|apply Sh'|now apply won|].
      assert (Fo := safe_forces g s (other s) R T (fst c) (snd c) Sf _ W V). apply goes_on; auto.
      + destruct (other_side s R) as (? & ? & ?). inversion Fo; subst; [|auto]. destruct s as [|[|[|]]]; simpl in *; lia.
      + now rewrite (proj1 (proj2 T)).
    - rewrite <- andb_true_iff. intros [-> W]. apply (within_fits s c _ _ R Sh) in W.
      apply (safe_forces g s (other s) R T (fst c) (snd c) Sf _ W). apply NW. lia.
  Qed.

  Theorem step_so k said k' : all_so k -> step k said = Some k' -> all_so k'.
  Proof.
    intros A. destruct said as [s|own pairs|replies|s moves key r]; simpl.
    - intros E. injection E as <-. exact A.
    - apply learn_so; auto. intros S C R. now apply by_pairs_safe.
    - destruct (lines_at k replies) as [l|] eqn:L; [|easy]. apply learn_so; auto. intros S C R.
      apply by_replies_safe; auto. now apply lines_at_so with replies.
    - destruct (line_at k r) as [[s' c]|] eqn:L; [|easy]. apply (line_at_so k r _ A) in L.
      destruct (play_on _ _ _) as [[mover x]|] eqn:P; [|easy]. destruct (_ && _) eqn:E; [|easy].
      apply andb_prop in E as [E H]. apply Nat.eqb_eq in E. subst s'. intros X. injection X as <-.
      split; [apply A|]. simpl. constructor; [|apply A].
      pose proof ok as O. unfold game_ok in O. rewrite !andb_true_iff, !Nat.leb_le in O.
      apply (play_on_so moves _ _ (placed (stones g))) in P as (Rm & M & Sh & NW); [|lia|now apply shows_start].
      split; [exact NW|]. simpl. rewrite <- M. now apply holds_at_so with key c x.
  Qed.
End Checker.
