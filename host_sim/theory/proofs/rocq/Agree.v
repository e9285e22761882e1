(* The general theorems and the certificates speak of the same games: `hex_won` is `joined` on the lists that a
   certificate of Hex states, for every size, and `fills_a_line` is `has_line`. *)
Require Import List Arith Lia.
Require Import Game Steps Masks Lines Stealing Hex Drawless Connections.
Import ListNotations.

Section Hex_as_stated.
  Variable n : nat.

  (* The lists of a certificate: who is beside whom, and the borders of each side. *)
  Definition numbers (kind : cell -> bool) : list point := map (number n) (filter kind (cells n)).
  Definition hex_nears : neighbours :=
    map (fun a => (number n a, numbers (fun b => if adjacent_dec a b then true else false))) (cells n).
  Definition hex_border (coordinate : cell -> nat) (k : nat) : Game.border := numbers (fun a => coordinate a =? k).
  Definition hex_borders (coordinate : cell -> nat) : list Game.border :=
    [hex_border coordinate 0; hex_border coordinate (n - 1)].
  Definition hex_joins : list join := [(1, 2, hex_borders fst); (2, 2, hex_borders snd)].

  Definition cell_of (p : point) : cell := (p / n, p mod n).

  Lemma cell_of_number a : In a (cells n) -> cell_of (number n a) = a.
  Proof.
    destruct a as [r c]. rewrite in_cells. intros [_ C]. unfold cell_of, number. simpl. f_equal.
    - rewrite Nat.div_add_l, Nat.div_small by lia. lia.
    - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia.
  Qed.

  Lemma in_numbers kind p : In p (numbers kind) <-> exists a, In a (cells n) /\ kind a = true /\ p = number n a.
  Proof.
    unfold numbers. rewrite in_map_iff. split.
    - intros (a & <- & I). apply filter_In in I. exists a. tauto.
    - intros (a & I & K & ->). exists a. now rewrite filter_In.
  Qed.

  Lemma in_border coordinate k p :
    In p (hex_border coordinate k) <-> exists a, In a (cells n) /\ coordinate a = k /\ p = number n a.
  Proof. unfold hex_border. rewrite in_numbers. now setoid_rewrite Nat.eqb_eq. Qed.

  Lemma near_adjacent p q :
    near hex_nears p q <-> exists a b, In a (cells n) /\ In b (cells n) /\ adjacent a b /\ p = number n a /\ q = number n b.
  Proof.
    unfold near, hex_nears. split.
    - intros (l & I & J). apply in_map_iff in I as (a & [= <- <-] & I). apply in_numbers in J as (b & Ib & E & ->).
      exists a, b. destruct (adjacent_dec a b); easy.
    - intros (a & b & Ia & Ib & E & -> & ->). eexists. split; [apply in_map_iff; now exists a|].
      apply in_numbers. exists b. now destruct (adjacent_dec a b).
  Qed.

  (* A path over cells is a path over points. *)
  Lemma path_of_points s f a b : path (stone n s f) a b ->
    Game.path (near hex_nears) (fun p => f p = s) (number n a) (number n b).
  Proof.
    induction 1 as [|b d P IH E D]; [constructor|]. apply on with (number n b); [assumption| |apply D].
    apply path_end in P. apply near_adjacent. exists b, d. repeat split; auto; now apply stone_in_cells with s f.
  Qed.

  Lemma path_of_cells s f a b : stone n s f a -> In b (cells n) ->
    Game.path (near hex_nears) (fun p => f p = s) (number n a) (number n b) -> path (stone n s f) a b.
  Proof.
    intros S I W. rewrite <- (cell_of_number b I). clear I. induction W as [|q r _ IH N F].
    - rewrite cell_of_number; [now apply here|now apply stone_in_cells with s f].
    - apply near_adjacent in N as (x & y & Ix & Iy & E & -> & ->). rewrite cell_of_number in * by assumption.
      apply step with x; auto. destruct y. apply in_cells in Iy. unfold stone. tauto.
  Qed.

  Lemma from_a_cell kind p a : Game.path (near hex_nears) kind p (number n a) -> In a (cells n) ->
    exists b, In b (cells n) /\ p = number n b.
  Proof.
    remember (number n a) as q eqn:E. intros W. revert a E. induction W as [|q r _ IH N]; intros a E I; [now exists a|].
    apply near_adjacent in N as (b & _ & Ib & _ & _ & E' & _). now apply IH with b.
  Qed.

  Lemma path_joined A a b d : path A a b -> path A a d -> path A b d.
  Proof.
    intros P. induction 1 as [|x y _ IH E Y].
    - induction P as [|x y P IH E Y]; [now apply here|]. apply path_begins with x; auto.
      destruct x, y. simpl in *. lia.
    - now apply step with x.
  Qed.

  Lemma joins_touches s f coordinate :
    joins n s f coordinate <-> exists p, f p = s /\ touches hex_nears s f p 2 (hex_borders coordinate).
  Proof.
    split.
    - intros (a & b & P & A & B). assert (Sa := path_start _ _ _ P). assert (Sb := path_end _ _ _ P).
      exists (number n a). split; [apply Sa|]. apply stone_in_cells in Sa, Sb. unfold hex_borders.
      apply there with (number n a); [apply in_border; exists a; auto|constructor|].
      apply there with (number n b); [apply in_border; exists b; repeat split; auto; lia|now apply path_of_points|constructor].
    - intros (p & F & T). unfold hex_borders in T.
      inversion T as [|k bs b q Q W T1|k bs b T1]; subst; inversion T1 as [|k bs b r R V T2|k bs b T2]; subst; inversion T2.
      apply in_border in Q as (a & Ia & A & ->), R as (b & Ib & B & ->).
      destruct (from_a_cell _ _ _ W Ia) as ([i j] & I & ->).
      assert (S : stone n (f (number n (i, j))) f (i, j)) by (apply in_cells in I; now unfold stone).
      exists a, b. split; [|split; [assumption|]].
      + now apply path_joined with (i, j); apply path_of_cells.
      + destruct b as [r c]. apply in_cells in Ib. destruct n; [lia|]. rewrite B. lia.
  Qed.

  Theorem hex_won_joined s f : hex_won n s f <-> joined hex_nears hex_joins s f.
  Proof.
    unfold joined, hex_joins. split.
    - intros W. destruct s as [|[|[|s]]]; simpl in W; try easy; apply joins_touches in W as (p & F & T);
        [exists 2, (hex_borders fst), p|exists 2, (hex_borders snd), p]; simpl; auto.
    - intros (k & bs & p & [[= <- <- <-]|[[= <- <- <-]|[]]] & F & T); simpl; apply joins_touches; now exists p.
  Qed.
End Hex_as_stated.

(* The first side wins, in the words of a certificate. *)
Theorem hex_first_wins_as_stated n : 0 < n ->
  can_win (hex_points n) 2 (joined (hex_nears n) (hex_joins n)) 1 empty_field 1.
Proof. intros N. generalize (hex_first_wins n N). apply forces_alike; auto using hex_won_joined; tauto. Qed.

(* A game of lines that win for both sides. *)
Theorem fills_a_line_has_line lines s f : s = 1 \/ s = 2 ->
  fills_a_line lines s f <-> has_line (map (fun l => ([1; 2], l)) lines) s f.
Proof.
  intros S. unfold fills_a_line, has_line. split.
  - intros (l & I & F). exists [1; 2], l. split; [apply in_map_iff; eauto|]. split; [destruct S; simpl; auto|exact F].
  - intros (o & l & I & _ & F). apply in_map_iff in I as (l' & [= _ <-] & I). eauto.
Qed.
