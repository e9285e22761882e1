(* The file that `glowgrid prove` writes: read, and checked. What is read wrongly can do no harm: the theorem at the end
   is about the game that was read, which the answer shows. ../README.md has the form.

   It judges as check_alone.py does, but for files that `prove` does not write. It refuses a line that is wrong though no
   game needs it; turns in another order than 1, 2, 3 (any may begin); a start at which the game is over; two stones on
   one point; pairs in a proof of both sides; a symmetry where two holes are beside the same points; a number that is not
   one to three of the digits 0 to 9 (after line, more); blanks that are neither space nor tab, and ends of lines that
   are neither LF nor CR LF. It accepts a first line without a title, any blanks in the first two lines, a join of 98
   borders or more, a - in the name of the second point of a pair, and a symmetry that changes how the file says the
   rules (line 1 and line 2 for line 12), not what they are. *)
Require Import Ascii String List Arith NArith Bool Lia.
Require Import Game Steps Masks Lines Connections Rules Table.
Import ListNotations.
Open Scope string_scope.
Open Scope list_scope.
Open Scope nat_scope.

(* Text to lines of words. *)
Fixpoint reversed (s t : string) : string := match s with EmptyString => t | String c s => reversed s (String c t) end.
Definition with_word (word : string) (words : list string) : list string :=
  match word with EmptyString => words | _ => reversed word "" :: words end.
Fixpoint split (s word : string) (words : list string) (lines : list (list string)) : list (list string) :=
  match s with
  | EmptyString => rev' (rev' (with_word word words) :: lines)
  | String c s =>
      if Ascii.eqb c "010" then split s "" [] (rev' (with_word word words) :: lines)
      else if Ascii.eqb c " " || Ascii.eqb c "013" || Ascii.eqb c "009" then split s "" (with_word word words) lines
      else split s (String c word) words lines
  end.
Fixpoint drop_blank (lines : list (list string)) : list (list string) :=
  match lines with [] :: lines => drop_blank lines | _ => lines end.

(* Words to numbers and points; None where that cannot be. *)
Definition bind {A B} (a : option A) (f : A -> option B) : option B := match a with Some a => f a | None => None end.
Notation "'let*' x := a 'in' b" := (bind a (fun x => b)) (at level 200, x name, b at level 200).
Notation "'let*' ' x := a 'in' b" := (bind a (fun x => b)) (at level 200, x strict pattern, b at level 200).
Definition when {A} (b : bool) (a : option A) : option A := if b then a else None.
Fixpoint each {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with [] => Some [] | a :: l => let* b := f a in let* m := each f l in Some (b :: m) end.

Definition digit (c : ascii) : option nat :=
  let n := nat_of_ascii c in when ((48 <=? n) && (n <=? 57)) (Some (n - 48)).
Fixpoint digits (s : string) : option (list nat) :=
  match s with
  | EmptyString => Some []
  | String c s => let* d := digit c in let* ds := digits s in Some (d :: ds)
  end.
Definition a_number (s : string) : option nat :=
  let* ds := digits s in when ((1 <=? length ds) && (length ds <=? 3)) (Some (fold_left (fun n d => 10 * n + d) ds 0)).
Fixpoint place_of (names : list string) (s : string) (at_ : nat) : option nat :=
  match names with [] => None | name :: names => if String.eqb name s then Some at_ else place_of names s (S at_) end.
Definition a_point (names : list string) (s : string) : option point := place_of names s 0.
Definition points_of (names : list string) : list string -> option (list point) := each (a_point names).
Fixpoint a_pair (names : list string) (before s : string) : option (point * point) :=
  match s with
  | EmptyString => None
  | String c s =>
      if Ascii.eqb c "-" then let* p := a_point names (reversed before "") in let* q := a_point names s in Some (p, q)
      else a_pair names (String c before) s
  end.
Fixpoint a_position (s : string) : option (nat * nat * masks) := (* points, stones *)
  match s with
  | EmptyString => Some (0, 0, (0, 0, 0)%N)
  | String c s =>
      let* '(n, k, (a, b, d)) := a_position s in
      let at_1 := Ascii.eqb c "1" in let at_2 := Ascii.eqb c "2" in let at_3 := Ascii.eqb c "3" in
      let more (b : bool) (m : N) := if b then N.succ_double m else N.double m in
      if Ascii.eqb c "/" then Some (n, k, (a, b, d))
      else if at_1 || at_2 || at_3 then Some (S n, S k, (more at_1 a, more at_2 b, more at_3 d))
      else when (Ascii.eqb c ".") (Some (S n, k, (N.double a, N.double b, N.double d)))
  end.
Definition member (n : nat) (l : list nat) : bool := existsb (Nat.eqb n) l.
Fixpoint distinct (l : list string) : bool :=
  match l with [] => true | s :: l => negb (existsb (String.eqb s) l) && distinct l end.

(* A line of text. *)
Inductive rule :=
| A_line (owners : list side) (l : list point)
| Near (p : point) (l : list point)
| Hole (l : list point)
| A_border (b : nat) (l : list point)
| Join (s : side) (least : nat) (these : list nat)
| Ring (l : list point)
| Stones (s : side) (l : list point)
| Turns (turns : list side)
| Order (l : list point)
| Proof_ (c : claim)
| Move (points stones : nat) (x : masks) (move : point) (pairs : option (list (point * point))).

Fixpoint rising (l : list nat) : bool :=
  match l with a :: (b :: _) as m => (a <? b) && rising m | _ => true end.
Definition most_pairs : nat := 7.

Definition a_rule (names : list string) (words : list string) : option rule :=
  let points := points_of names in
  let* word := hd_error words in
  let is := String.eqb word in
  let rest := tl words in
  if is "line" then
    let* w := hd_error rest in let* owners := digits w in let* l := points (tl rest) in Some (A_line owners l)
  else if is "near" then
    let* w := hd_error rest in let* p := a_point names w in let* l := points (tl rest) in Some (Near p l)
  else if is "hole" then let* l := points rest in Some (Hole l)
  else if is "border" then
    let* w := hd_error rest in let* b := a_number w in let* l := points (tl rest) in Some (A_border b l)
  else if is "join" then
    let* l := each a_number rest in match l with s :: least :: these => Some (Join s least these) | _ => None end
  else if is "ring" then let* l := points rest in Some (Ring l)
  else if is "stones" then
    let* w := hd_error rest in let* s := a_number w in let* l := points (tl rest) in Some (Stones s l)
  else if is "turns" then match rest with [w] => let* l := digits w in Some (Turns l) | _ => None end
  else if is "symmetry" then let* l := points rest in when (length l =? length names) (Some (Order l))
  else if is "proof" then
    match rest with
    | [us; result] =>
        let* us := digits us in
        let draws := String.eqb result "draws" in
        when ((1 <=? length us) && rising us && (draws || String.eqb result "wins")) (Some (Proof_ (us, draws)))
    | _ => None
    end
  else
    let* w := hd_error rest in
    let* move := a_point names w in
    let* '(n, k, x) := a_position word in
    match tl rest with
    | [] => Some (Move n k x move None)
    | w :: pairs => when (String.eqb w "settles" && (length pairs <=? most_pairs))
        (let* pairs := each (a_pair names "") pairs in Some (Move n k x move (Some pairs)))
    end.

Definition numbered : Type := N * rule.
Fixpoint a_text (number : N) (names : list string) (lines : list (list string)) (read : list numbered) : list numbered + N :=
  match lines with
  | [] => inl (rev' read)
  | words :: lines =>
      match a_rule names words with
      | Some r => a_text (N.succ number) names lines ((number, r) :: read)
      | None => inr number
      end
  end.

(* The first line out of place. Rules come first, up to `turns`, then symmetries, then proofs. met: the points and borders
   of which something is stated already. *)
Inductive part := Of_game | Of_symmetries | Of_proofs.
Fixpoint misplaced (p : part) (met_near met_borders : list nat) (stones : nat) (rules : list numbered) : option N :=
  match rules with
  | [] => None
  | (number, r) :: rules =>
      match p, r with
      | Of_game, Near a _ => if member a met_near then Some number else misplaced p (a :: met_near) met_borders stones rules
      | Of_game, A_border b _ =>
          if member b met_borders then Some number else misplaced p met_near (b :: met_borders) stones rules
      | Of_game, Stones s _ => if s =? S stones then misplaced p met_near met_borders s rules else Some number
      | Of_game, (A_line _ _ | Hole _ | Ring _ | Join _ _ _) | Of_symmetries, Order _ | Of_proofs, Move _ _ _ _ _ =>
          misplaced p met_near met_borders stones rules
      | Of_game, Turns _ => misplaced Of_symmetries met_near met_borders stones rules
      | (Of_symmetries | Of_proofs), Proof_ (us, _) =>
          if forallb (fun s => (1 <=? s) && (s <=? stones)) us
          then misplaced Of_proofs met_near met_borders stones rules else Some number
      | _, _ => Some number
      end
  end.

Definition the {A} (f : rule -> list A) (rules : list numbered) : list A := flat_map (fun r => f (snd r)) rules.

Definition game_of (n : nat) (rules : list numbered) : option game :=
  let holes := the (fun r => match r with Hole l => [l] | _ => [] end) rules in
  let holes := combine (seq n (length holes)) holes in (* numbered after the points *)
  let borders := the (fun r => match r with A_border b l => [(b, l)] | _ => [] end) rules in
  let stones := the (fun r => match r with Stones _ l => [l] | _ => [] end) rules in
  let k := length stones in
  match the (fun r => match r with Turns l => [l] | _ => [] end) rules with
  | [t :: others] =>
      let t2 := next k t in
      let named := the (fun r => match r with Join _ _ these => these | _ => [] end) rules in
      when (forallb (fun b => member b (map fst borders)) named &&
          if list_eq_dec Nat.eq_dec (t :: others) (firstn k [t; t2; next k t2]) then true else false)
        (Some {|
          size := n;
          sides := k;
          lines := the (fun r => match r with A_line owners l => [(owners, l)] | _ => [] end) rules;
          nears := the (fun r => match r with Near p l => [(p, l)] | _ => [] end) rules ++
            flat_map (fun h => h :: map (fun p => (p, [fst h])) (snd h)) holes;
          joins := the (fun r => match r with
            | Join s least these => [(s, least, map snd (filter (fun b => member (fst b) these) borders))]
            | _ => [] end) rules;
          inner := the (fun r => match r with Ring l => l | _ => [] end) rules ++ map fst holes;
          stones := stones;
          turn := t
        |})
  | _ => None
  end.

(* An order of the points, of the holes too, and the one that undoes it. *)
Definition whole_order (n : nat) (holes : list (list point)) (l : list point) : list point * list point :=
  let place (hole : list point) (at_ : nat) :=
    match find (fun h => N.eqb (mask (snd h)) (mask (map (by_list l) hole))) (combine (seq n (length holes)) holes) with
    | Some h => fst h
    | None => at_
    end in
  let order := l ++ map (fun h => place h n) holes in
  let back q := match find (fun x => snd x =? q) (combine (seq 0 (length order)) order) with Some x => fst x | None => q end in
  (order, map back (seq 0 (length order))).
Definition orders_of (n : nat) (rules : list numbered) : list (N * (list point * list point)) :=
  let holes := the (fun r => match r with Hole l => [l] | _ => [] end) rules in
  flat_map (fun r => match snd r with Order l => [(fst r, whole_order n holes l)] | _ => [] end) rules.

Definition same_claim (c d : claim) : bool :=
  Bool.eqb (snd c) (snd d) && (if list_eq_dec Nat.eq_dec (fst c) (fst d) then true else false).
(* The lines of each claim, the last first; the claims in their order. now: the one that is being read. *)
Fixpoint claims_of (g : game) (now : claim) (rules : list numbered) (claims : list (claim * list entry)) : list (claim * list entry) :=
  match rules with
  | [] => claims
  | (number, r) :: rules =>
      match r with
      | Proof_ c => claims_of g c rules (if existsb (fun d => same_claim c (fst d)) claims then claims else claims ++ [(c, [])])
      | Move n k x move pairs =>
          let before := length (concat (stones g)) in
          let s := if (n =? size g) && (before <=? k) then S ((turn g - 1 + (k - before)) mod sides g) else 0 in
          let e := Entry number x s move pairs in
          claims_of g now rules (map (fun d => if same_claim now (fst d) then (fst d, e :: snd d) else d) claims)
      | _ => claims_of g now rules claims
      end
  end.

(* What becomes of a text: a game and what is proven of it, or the first line that is wrong, and why. *)
Inductive answer := Proven (g : game) (claims : list claim) | Refused (line : N) (why : string).

Definition unread : string := "this cannot be read, or is in the wrong place".

Definition said (c : claim) : list string :=
  [fold_right (fun s t => String (ascii_of_nat (48 + s)) t) ""%string (fst c); if snd c then "draws" else "wins"].
Fixpoint said_all (claims : list claim) : list string :=
  match claims with
  | [] => []
  | [c] => said c
  | c :: claims => match said c with [us; result] => us :: (result ++ ",")%string :: said_all claims | _ => [] end
  end.

Fixpoint first_wrong (g : game) (t : tables) (orders : list (list N)) (claims : list (claim * list entry)) : option N :=
  match claims with
  | [] => None
  | (c, entries) :: claims =>
      match wrong g t orders c (rev' entries) with Some line => Some line | None => first_wrong g t orders claims end
  end.

Fixpoint starts_with (words line : list string) : bool :=
  match words, line with
  | [], _ => true
  | w :: words, v :: line => String.eqb w v && starts_with words line
  | _, [] => false
  end.
Definition no_end : string := "expected 'end' and all that is proven".

Definition judged (g : game) (orders : list (N * (list point * list point))) (claims : list (claim * list entry)) (last : N)
    : answer :=
  let t := compiled g in
  if negb (game_ok g) then Refused last "no such game"
  else if existsb (fun s => won_by t s (start_masks g)) (seq 1 (sides g)) then Refused last "the game is over"
  else match find (fun o => negb (is_symmetry g (fst (snd o)) (snd (snd o)))) orders with
  | Some o => Refused (fst o) "this is no symmetry of the game"
  | None =>
      match first_wrong g t (map (fun o => images (size g) (snd (snd o))) orders) claims with
      | Some line => Refused (if N.eqb line 0 then last else line) "a game can go on to where there is no line, or end otherwise"
      | None => Proven g (map fst claims)
      end
  end.

Definition check (text : string) : answer :=
  match rev' (drop_blank (rev' (split text "" [] []))) with
  | first :: second :: others =>
      let names := filter (fun s => negb (String.eqb s "/")) (tl second) in
      let n := length names in
      let last := N.of_nat (2 + length others) in
      if negb (starts_with ["glowgrid"; "proof"; "1:"] first) then Refused 1 unread
      else if negb (starts_with ["points"] second && distinct names) then Refused 2 unread
      else match rev' others with
      | [] => Refused last no_end
      | words :: proof =>
          match a_text 3 names (rev' proof) [] with
          | inr line => Refused line unread
          | inl rules =>
              match misplaced Of_game [] [] 0 rules, game_of n rules with
              | Some line, _ => Refused line unread
              | None, None => Refused last "it does not say whose turn it is, or names a border that is not there"
              | None, Some g =>
                  let claims := claims_of g ([], false) rules [] in
                  if list_eq_dec string_dec words ("end" :: said_all (map fst claims))
                  then match claims with
                    | [] => Refused last no_end
                    | _ => judged g (orders_of n rules) claims last
                    end
                  else Refused last no_end
              end
          end
      end
  | _ => Refused 1 unread
  end.

Lemma first_wrong_sound g orders claims : game_ok g = true ->
  (forall o, In o orders -> exists l l', is_symmetry g l l' = true /\ o = images (size g) l') ->
  first_wrong g (compiled g) orders claims = None -> Forall (holds g) (map fst claims).
Proof.
  intros G O. induction claims as [|[c entries] claims IH]; simpl; [constructor|].
  destruct (wrong _ _ _ _ _) eqn:W; [easy|]. constructor; auto. now apply wrong_sound with orders (rev' entries).
Qed.

Lemma not_over g : game_ok g = true ->
  existsb (fun s => won_by (compiled g) s (start_masks g)) (seq 1 (sides g)) = false ->
  nobody_has_won (sides g) (has_won g) (placed (stones g)).
Proof.
  intros G N s R W. pose proof (shows_start g G) as Sh. unfold game_ok in G. rewrite !andb_true_iff, !Nat.leb_le in G.
  assert (existsb (fun s => won_by (compiled g) s (start_masks g)) (seq 1 (sides g)) = true); [|congruence].
  apply existsb_exists. exists s. split; [apply in_seq; lia|].
  apply (won_by_won g (compiled g)) with (placed (stones g)); auto; lia.
Qed.

(* What the checker accepts is so, by the definitions of Game.v. *)
Theorem check_sound text g claims : check text = Proven g claims ->
  nobody_has_won (sides g) (has_won g) (placed (stones g)) /\ Forall (holds g) claims.
Proof.
  assert (J : forall g' orders proofs last, judged g' orders proofs last = Proven g claims ->
    nobody_has_won (sides g) (has_won g) (placed (stones g)) /\ Forall (holds g) claims).
  { intros g' orders proofs last. unfold judged. cbv zeta.
    destruct (game_ok g') eqn:G; simpl; [|easy]. destruct (existsb _ _) eqn:N; [easy|].
    destruct (find _ _) eqn:F; [easy|]. destruct (first_wrong _ _ _ _) eqn:W; [easy|]. intros E. injection E as <- <-.
    split; [now apply not_over|]. apply first_wrong_sound in W; auto. intros o I. apply in_map_iff in I as ([n [l l']] & <- & I).
    exists l, l'. split; auto. apply (find_none _ _ F) in I. now apply negb_false_iff. }
  unfold check. cbv zeta. intros H.
  repeat match type of H with
  | judged _ _ _ _ = _ => exact (J _ _ _ _ H)
  | Refused _ _ = _ => discriminate H
  | context [match ?x with _ => _ end] => destruct x
  end.
Qed.
