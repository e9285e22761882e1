(* What the theorems speak of, all of it: play, ways to win, positions, claims. The other files only prove.

   Points are numbers; sides are 1, 2, perhaps 3, and 0 is an empty point. *)
Require Import List Arith.
Import ListNotations.

Definition point := nat.
Definition side := nat.
Definition position := point -> side.

Definition play (f : position) (p : point) (s : side) : position := fun q => if q =? p then s else f q.
Definition empty_field : position := fun _ => 0.

(* How a game ends: a side wins, or nobody does. *)
Inductive ending := Wins (s : side) | Draw.

(* Play, whatever wins. *)
Section Game.
  Variable points : list point.
  Variable sides : nat. (* how many; 1 is followed by 2, and the last side by 1 *)
  Variable Won : side -> position -> Prop. (* a side has what wins *)

  Definition next (s : side) : side := if s =? sides then 1 else S s.
  Definition free (f : position) (p : point) : Prop := In p points /\ f p = 0.
  Definition full (f : position) : Prop := forall p, ~ free f p.
  Definition nobody_has_won (f : position) : Prop := forall s, 1 <= s <= sides -> ~ Won s f.

  (* `forces us good f s`: the game goes on from f with side s to move; the sides of `us` together can force that it
     ends in one of the ways in `good`. It does not say that nobody has won f; `nobody_has_won` does. *)
  Section Force.
    Variable us : side -> Prop.
    Variable good : ending -> Prop.

    (* after f s: side s has just moved, and f is what came of it. *)
    Inductive forces : position -> side -> Prop :=
    | ours f s p : us s -> free f p -> after (play f p s) s -> forces f s
    | theirs f s : ~ us s -> ~ full f -> (forall p, free f p -> after (play f p s) s) -> forces f s
    with after : position -> side -> Prop :=
    | won f s : Won s f -> good (Wins s) -> after f s
    | drawn f s : ~ Won s f -> full f -> good Draw -> after f s
    | goes_on f s : ~ Won s f -> ~ full f -> forces f (next s) -> after f s.
  End Force.

  Definition can_win (s : side) : position -> side -> Prop := forces (eq s) (eq (Wins s)).
  Definition can_draw (s : side) : position -> side -> Prop := forces (eq s) (fun e => e = Wins s \/ e = Draw).
End Game.

(* A claim: these sides together win or, if true, win or draw. `good`: the endings that fulfil it. *)
Definition claim : Type := list side * bool.
Definition good (c : claim) (e : ending) : Prop := match e with Wins s => In s (fst c) | Draw => snd c = true end.

(* A game of lines: whom each wins for, and its points. All of these must be the side's. *)
Definition line : Type := list side * list point.
Definition has_line (lines : list line) (s : side) (f : position) : Prop :=
  exists owners l, In (owners, l) lines /\ In s owners /\ forall p, In p l -> f p = s.

(* A game of groups. A hole of the field is a place, too, which no side can take. *)
Definition neighbours : Type := list (point * list point). (* a place, and those beside it *)
Definition border : Type := list point.
Definition join : Type := side * nat * list border. (* who wins by it, how many borders, and which *)

Definition near (nears : neighbours) (p q : point) : Prop := exists l, In (p, l) nears /\ In q l.

(* A way from p to q over neighbours; all after p are of a kind. *)
Inductive path (near : point -> point -> Prop) (kind : point -> Prop) (p : point) : point -> Prop :=
| here : path near kind p p
| on q r : path near kind p q -> near q r -> kind r -> path near kind p r.

(* The group of p touches k of these borders: a path over the side's points leads there. *)
Inductive touches (nears : neighbours) (s : side) (f : position) (p : point) : nat -> list border -> Prop :=
| no_more bs : touches nears s f p 0 bs
| there k b bs q : In q b -> path (near nears) (fun r => f r = s) p q -> touches nears s f p k bs ->
    touches nears s f p (S k) (b :: bs)
| elsewhere k b bs : touches nears s f p k bs -> touches nears s f p k (b :: bs).

(* Hex, Y, bridge and fork of Havannah: a group of the side touches enough borders. *)
Definition joined (nears : neighbours) (joins : list join) (s : side) (f : position) : Prop :=
  exists k bs p, In (s, k, bs) joins /\ f p = s /\ touches nears s f p k bs.

(* A ring around p: whoever leaves p over places that are not the side's stays among the inner ones. *)
Definition ringed (nears : neighbours) (inner : list point) (s : side) (f : position) : Prop :=
  exists p, In p inner /\ forall q, path (near nears) (fun r => f r <> s) p q -> In q inner.

Definition joined_or_ringed (nears : neighbours) (joins : list join) (inner : list point) (s : side) (f : position) : Prop :=
  joined nears joins s f \/ ringed nears inner s f.

(* The stones at the start, a list for each side from 1 on. *)
Fixpoint placed_from (s : side) (stones : list (list point)) : position := fun p =>
  match stones with
  | [] => 0
  | own :: stones => if existsb (Nat.eqb p) own then s else placed_from (S s) stones p
  end.
Definition placed : list (list point) -> position := placed_from 1.

(* All of a game in one: what a certificate states. *)
Record game := State {
  size : nat; (* points are 0 to size - 1 *)
  sides : nat; (* 2 or 3 *)
  lines : list line;
  nears : neighbours;
  joins : list join;
  inner : list point; (* what a ring can surround *)
  stones : list (list point); (* of each side, at the start *)
  turn : side (* who is to move at the start *)
}.

Definition has_won (g : game) (s : side) (f : position) : Prop :=
  has_line (lines g) s f \/ joined (nears g) (joins g) s f \/ ringed (nears g) (inner g) s f.
