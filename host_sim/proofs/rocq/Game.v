(* The rules: what a position is, when a game ends, and what some sides can force.

   Points are numbers; sides are 1, 2, perhaps 3, and 0 is an empty point. What a winner has is not said here: see
   Lines.v and Connections.v. *)
Require Import List Arith.
Import ListNotations.

Definition point := nat.
Definition side := nat.
Definition position := point -> side.

Definition play (f : position) (p : point) (s : side) : position := fun q => if q =? p then s else f q.
Definition empty_field : position := fun _ => 0.

(* How a game ends: a side wins, or nobody does. *)
Inductive ending := Wins (s : side) | Draw.

Section Game.
  Variable points : list point.
  Variable sides : nat. (* how many; they move in turn, 1 first *)
  Variable Won : side -> position -> Prop. (* a side has what wins *)

  Definition next (s : side) : side := if s =? sides then 1 else S s.
  Definition free (f : position) (p : point) : Prop := In p points /\ f p = 0.
  Definition full (f : position) : Prop := forall p, ~ free f p.

  (* `forces us good f s`: the game goes on from f with side s to move; the sides of `us` together can force that it
     ends in one of the ways in `good`. *)
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
