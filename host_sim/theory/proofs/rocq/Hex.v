(* Hex of every size, as a mathematician states it, and that it is a game for Stealing.v.

   The cell in row r and column c of a field of size n is point r * n + c. Side 1 joins the first row and the last,
   side 2 the first column and the last. *)
Require Import List Arith Lia Game Stealing.
Import ListNotations.

Definition cell : Type := nat * nat.

(* The six neighbours: in the row, in the column, and on one of the two diagonals. *)
Definition adjacent (a b : cell) : Prop :=
  let (r, c) := a in
  let (r', c') := b in
  r' = r /\ (c' = S c \/ c = S c') \/ c' = c /\ (r' = S r \/ r = S r') \/
  r' = S r /\ c = S c' \/ r = S r' /\ c' = S c.

(* A path through cells of A, from a on. *)
Inductive path (A : cell -> Prop) (a : cell) : cell -> Prop :=
| here : A a -> path A a a
| step b d : path A a b -> adjacent b d -> A d -> path A a d.

Section Hex.
  Variable n : nat.

  Definition number (a : cell) : point := fst a * n + snd a.
  Definition hex_points : list point := seq 0 (n * n).

  Definition stone (s : side) (f : position) (a : cell) : Prop := fst a < n /\ snd a < n /\ f (number a) = s.

  (* A side joins the borders where a coordinate, row or column, is first and last. *)
  Definition joins (s : side) (f : position) (coordinate : cell -> nat) : Prop :=
    exists a b, path (stone s f) a b /\ coordinate a = 0 /\ S (coordinate b) = n.

  Definition hex_won (s : side) (f : position) : Prop :=
    match s with
    | 1 => joins 1 f fst
    | 2 => joins 2 f snd
    | _ => False
    end.
End Hex.

(* Paths. *)
Lemma path_start A a b : path A a b -> A a.
Proof. induction 1; assumption. Qed.

Lemma path_end A a b : path A a b -> A b.
Proof. now destruct 1. Qed.

Lemma path_map (A B : cell -> Prop) (m : cell -> cell) a b :
  (forall x, A x -> B (m x)) -> (forall x y, adjacent x y -> adjacent (m x) (m y)) ->
  path A a b -> path B (m a) (m b).
Proof. intros H M. induction 1 as [|b d _ IH]; [now apply here; auto|apply step with (m b); auto]. Qed.

Lemma path_more (A B : cell -> Prop) a b : (forall x, A x -> B x) -> path A a b -> path B a b.
Proof. intros H. now apply path_map with (m := fun x => x). Qed.

Definition cell_dec (a b : cell) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition adjacent_dec a b : {adjacent a b} + {~ adjacent a b}.
Proof.
  destruct a as [r c], b as [r' c']. unfold adjacent.
  destruct (Nat.eq_dec r' r), (Nat.eq_dec r' (S r)), (Nat.eq_dec r (S r')),
    (Nat.eq_dec c' c), (Nat.eq_dec c' (S c)), (Nat.eq_dec c (S c')); (left; lia) || (right; lia).
Defined.

(* On finitely many cells it can be decided whether a path exists: if one does, it leaves its first cell for the last
   time, and goes on without that cell. *)
Lemma path_leaves A a b : path A a b -> b = a \/ exists e, adjacent a e /\ path (fun x => A x /\ x <> a) e b.
Proof.
  induction 1 as [|b d _ IH E Ad]; [now left|].
  destruct (cell_dec d a) as [->|N]; [now left|right].
  destruct IH as [->|(e & Ae & P)]; [exists d|exists e].
  - split; [assumption|now apply here].
  - split; [assumption|now apply step with b].
Qed.

Lemma path_begins (A : cell -> Prop) a e b : A a -> adjacent a e -> path A e b -> path A a b.
Proof. intros Aa E. induction 1; [apply step with a|eapply step]; eauto using here. Qed.

Lemma path_dec_from l : forall A, (forall x, {A x} + {~ A x}) -> (forall x, A x -> In x l) ->
  forall a b, {path A a b} + {~ path A a b}.
Proof.
  remember (length l) as k eqn:Hk. assert (L : length l <= k) by lia. clear Hk. revert l L.
  induction k as [|k IH]; intros l L A dec Al a b;
    (destruct (dec a) as [Aa|Na]; [|right; intros P; now apply Na, path_start with b]).
  { exfalso. destruct l; [exact (Al a Aa)|simpl in L; lia]. }
  destruct (cell_dec b a) as [->|N]; [left; now apply here|].
  set (A' := fun x => A x /\ x <> a).
  assert (dec' : forall x, {A' x} + {~ A' x}).
  { intros x. unfold A'. destruct (dec x), (cell_dec x a); (left; tauto) || (right; tauto). }
  assert (go : forall e, {adjacent a e /\ path A' e b} + {~ (adjacent a e /\ path A' e b)}).
  { intros e. destruct (adjacent_dec a e); [|right; tauto].
    destruct (IH (remove cell_dec a l)) with (A := A') (a := e) (b := b); [| | |left; tauto|right; tauto].
    - pose proof (remove_length_lt cell_dec l a (Al a Aa)). lia.
    - exact dec'.
    - intros x [Ax Nx]. apply in_in_remove; auto. }
  destruct (Exists_dec _ l go) as [E|E].
  - left. apply Exists_exists in E as (e & _ & Ae & P). apply path_begins with e; [assumption|assumption|].
    revert P. apply path_more. now intros x [].
  - right. intros P. destruct (path_leaves A a b P) as [|(e & Ae & P')]; [contradiction|].
    apply E, Exists_exists. exists e. split; [|auto]. now apply Al, (path_start A' e b).
Qed.

Section Game_of_Hex.
  Variable n : nat.

  Definition cells : list cell := list_prod (seq 0 n) (seq 0 n).

  Lemma in_cells r c : In (r, c) cells <-> r < n /\ c < n.
  Proof. unfold cells. rewrite in_prod_iff, !in_seq. lia. Qed.

  Lemma stone_in_cells s f a : stone n s f a -> In a cells.
  Proof. destruct a. rewrite in_cells. unfold stone. simpl. tauto. Qed.

  Lemma stone_dec s f a : {stone n s f a} + {~ stone n s f a}.
  Proof.
    unfold stone. destruct (lt_dec (fst a) n), (lt_dec (snd a) n), (Nat.eq_dec (f (number n a)) s);
      (left; tauto) || (right; tauto).
  Qed.

  (* The cells that a side can reach from its first border. *)
  Definition reached (s : side) (f : position) (coordinate : cell -> nat) (b : cell) : Prop :=
    exists a, path (stone n s f) a b /\ coordinate a = 0.

  Lemma reached_dec s f coordinate b : {reached s f coordinate b} + {~ reached s f coordinate b}.
  Proof.
    destruct (Exists_dec (fun a => path (stone n s f) a b /\ coordinate a = 0) cells) as [E|E].
    - intros a. destruct (Nat.eq_dec (coordinate a) 0); [|right; tauto].
      destruct (path_dec_from cells (stone n s f) (stone_dec s f) (stone_in_cells s f) a b); [left|right]; tauto.
    - left. apply Exists_exists in E as (a & _ & H). now exists a.
    - right. intros (a & P & H). apply E, Exists_exists. exists a. split; [|auto].
      now apply (stone_in_cells s f), path_start with b.
  Qed.

  Lemma joins_dec s f coordinate : {joins n s f coordinate} + {~ joins n s f coordinate}.
  Proof.
    destruct (Exists_dec (fun b => reached s f coordinate b /\ S (coordinate b) = n) cells) as [E|E].
    - intros b. destruct (reached_dec s f coordinate b), (Nat.eq_dec (S (coordinate b)) n);
        (left; tauto) || (right; tauto).
    - left. apply Exists_exists in E as (b & _ & (a & P & H) & L). now exists a, b.
    - right. intros (a & b & P & H & L). apply E, Exists_exists. exists b.
      split; [now apply (stone_in_cells s f), path_end with a|]. split; [now exists a|assumption].
  Qed.

  Lemma hex_decided s f : hex_won n s f \/ ~ hex_won n s f.
  Proof.
    destruct s as [|[|[|s]]]; simpl; [tauto|destruct (joins_dec 1 f fst)|destruct (joins_dec 2 f snd)|]; tauto.
  Qed.

  Lemma hex_monotone : monotone (hex_won n).
  Proof.
    assert (J : forall s f g coordinate, (forall p, f p = s -> g p = s) ->
              joins n s f coordinate -> joins n s g coordinate).
    { intros s f g coordinate M (a & b & P & H). exists a, b. split; [|assumption]. revert P. apply path_more.
      unfold stone. intros x (R & C & E). auto. }
    intros [|[|[|s]]] f g M; simpl; [tauto|now apply J|now apply J|tauto].
  Qed.

  (* The mirror: rows become columns, and the sides change places. *)
  Definition swap (a : cell) : cell := (snd a, fst a).
  Definition transpose (p : point) : point := number n (p mod n, p / n).

  Lemma transpose_number a : snd a < n -> transpose (number n a) = number n (swap a).
  Proof.
    destruct a as [r c]. unfold transpose, swap, number. simpl. intros C.
    rewrite (Nat.add_comm (r * n)), Nat.mod_add, Nat.mod_small, Nat.div_add, Nat.div_small by lia. lia.
  Qed.

  Lemma number_in_points a : fst a < n -> snd a < n -> In (number n a) (hex_points n).
  Proof. unfold hex_points, number. rewrite in_seq. nia. Qed.

  Lemma points_are_cells p : In p (hex_points n) -> exists a, fst a < n /\ snd a < n /\ p = number n a.
  Proof.
    unfold hex_points, number. rewrite in_seq. intros Hp. assert (n <> 0) by nia. exists (p / n, p mod n). simpl.
    split; [apply Nat.div_lt_upper_bound; lia|]. split; [apply Nat.mod_upper_bound; lia|].
    rewrite (Nat.div_mod p n) at 1 by assumption. lia.
  Qed.

  Lemma hex_has_points : 0 < n -> hex_points n <> [].
  Proof. intros N E. pose proof (number_in_points (0, 0) N N) as H. now rewrite E in H. Qed.

  Lemma transpose_stays p : In p (hex_points n) -> In (transpose p) (hex_points n).
  Proof.
    intros Hp. destruct (points_are_cells p Hp) as (a & R & C & ->). rewrite transpose_number by assumption.
    now apply number_in_points.
  Qed.

  Lemma transpose_back p : In p (hex_points n) -> transpose (transpose p) = p.
  Proof.
    intros Hp. destruct (points_are_cells p Hp) as ([r c] & R & C & ->). now rewrite !transpose_number by assumption.
  Qed.

  Lemma hex_mirrored s f g : mirrored (hex_points n) transpose f g -> hex_won n s f -> hex_won n (other s) g.
  Proof.
    intros M.
    assert (J : forall a b, path (stone n s f) a b -> path (stone n (other s) g) (swap a) (swap b)).
    { intros a b. apply path_map.
      - intros x (R & C & E). split; [assumption|]. split; [assumption|].
        rewrite <- transpose_number, M, E by auto using number_in_points. reflexivity.
      - intros [r c] [r' c']. simpl. lia. }
    destruct s as [|[|[|s]]]; simpl; [tauto| | |tauto].
    - intros (a & b & P & H). exists (swap a), (swap b). auto.
    - intros (a & b & P & H). exists (swap a), (swap b). auto.
  Qed.
End Game_of_Hex.
