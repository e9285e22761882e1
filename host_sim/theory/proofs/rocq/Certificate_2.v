(* A file of lines with carriers ("glowgrid proof 2"): read, and checked; from there to a theorem in the words of Game.v.
   What is read wrongly can do no harm: the theorem is about the game that was read, which the answer shows.

   Its head is that of format 1, of two sides and of groups without holes and rings: lines and holes and rings are refused.
   Blanks are single spaces, ends of lines LF. *)
From Coq Require Import Init.Byte Ascii String List Arith NArith Bool Lia PArith FMapPositive.
Require Import Game Steps Masks Connections Rules Table Certificate Carriers.
Import ListNotations.
Open Scope string_scope.
Open Scope list_scope.
Open Scope nat_scope.

(* The text, in parts. Coq reads bytes three times as fast as a string. *)
Inductive text := No_more | Char (c : byte) (t : text).
Fixpoint text_of (l : list byte) : text := match l with [] => No_more | c :: l => Char c (text_of l) end.
Fixpoint bytes_of (t : text) : list byte := match t with No_more => [] | Char c t => c :: bytes_of t end.
Declare Scope text_scope.
Delimit Scope text_scope with text.
String Notation text text_of bytes_of : text_scope.

(* To lines of words. What is read so far: the word, backwards; the words before it and the lines, the last first. *)
Definition read_so_far : Type := string * list string * list (list string).
Fixpoint read_on (t : text) (word : string) (words : list string) (lines : list (list string)) : read_so_far :=
  match t with
  | No_more => (word, words, lines)
  | Char x0a t => read_on t "" [] (rev' (reversed word "" :: words) :: lines)
  | Char x20 t => read_on t "" (reversed word "" :: words) lines
  | Char c t => read_on t (String (ascii_of_byte c) word) words lines
  end.
Fixpoint read_parts (parts : list text) (so_far : read_so_far) : list (list string) := (* the last first *)
  let '(word, words, lines) := so_far in
  match parts with
  | part :: parts => read_parts parts (read_on part word words lines)
  | [] => match word, words with EmptyString, [] => lines | _, _ => rev' (reversed word "" :: words) :: lines end
  end.

(* The points by their names. *)
Fixpoint key_of (s : string) : positive :=
  let bit (b : bool) (p : positive) := if b then xI p else xO p in
  match s with
  | EmptyString => xH
  | String (Ascii a b c d e f g h) s => bit a (bit b (bit c (bit d (bit e (bit f (bit g (bit h (key_of s))))))))
  end.
Definition named : Type := PositiveMap.t point.
Definition by_name (names : list string) : named :=
  fold_left (fun m x => PositiveMap.add (key_of (fst x)) (snd x) m) (combine names (seq 0 (length names))) (PositiveMap.empty _).

(* A number as it is written, without zeros before it, and how its line is moved. *)
Definition digit_ (c : ascii) : option N := let n := N_of_ascii c in when ((48 <=? n)%N && (n <=? 57)%N) (Some (n - 48)%N).
Fixpoint moved_line (n : N) (s : string) : option reference :=
  match s with
  | EmptyString => Some (Line n false false)
  | String c rest =>
      match digit_ c with
      | Some d => when (negb (N.eqb n 0)) (moved_line (10 * n + d) rest)
      | None =>
          if String.eqb s "~" then Some (Line n true false)
          else if String.eqb s "x" then Some (Line n false true)
          else when (String.eqb s "x~") (Some (Line n true true))
      end
  end.
Definition a_reference (s : string) : option reference :=
  match s with EmptyString => None | String c s => let* d := digit_ c in moved_line d s end.

Section Rows.
  Variable names : named.
  Definition point_at (s : string) : option point := PositiveMap.find (key_of s) names.
  Definition a_side (s : string) : option side :=
    if String.eqb s "1" then Some 1 else when (String.eqb s "2") (Some 2).

  Fixpoint pair_at (before s : string) : option (point * point) :=
    match s with
    | EmptyString => None
    | String c s =>
        if Ascii.eqb c "-" then let* p := point_at (reversed before "") in let* q := point_at s in Some (p, q)
        else pair_at (String c before) s
    end.
  Fixpoint settling (words : list string) (own : list point) : option statement :=
    match words with
    | [] => None
    | word :: words =>
        if String.eqb word "settles"
        then when (length words <=? most_pairs) (let* pairs := each (pair_at "") words in Some (Settles (rev' own) pairs))
        else let* p := point_at word in settling words (p :: own)
    end.
  Fixpoint replies_at (words : list string) : option (list (point * reference)) :=
    match words with
    | [] => Some []
    | key :: number :: words =>
        let* r := a_reference number in
        let* p := point_at key in
        let* l := replies_at words in
        when (negb (exchanged r)) (Some ((p, r) :: l))
    | _ => None
    end.
  Fixpoint moves_at (words : list string) (moves : list point) : list point * list string := (* and what follows *)
    match words with
    | word :: ((_ :: _) as others) =>
        match point_at word with Some p => moves_at others (p :: moves) | None => (rev' moves, words) end
    | _ => (rev' moves, words)
    end.
  Definition claim_at (s : side) (words : list string) : option statement :=
    let '(moves, words) :=
      match words with
      | word :: others => if String.eqb word "after" then moves_at others [] else ([], words)
      | [] => ([], [])
      end in
    match words with
    | [number] => let* r := a_reference number in Some (Claims s moves None r)
    | [by_; key; number] =>
        let* p := point_at key in
        let* r := a_reference number in
        when (String.eqb by_ "by") (Some (Claims s moves (Some p) r))
    | _ => None
    end.
  Definition a_statement (words : list string) : option statement :=
    match words with
    | word :: others =>
        match replies_at words with
        | Some replies => Some (Replies replies)
        | None =>
            if String.eqb word "proof" then match others with [s] => option_map Of_side (a_side s) | _ => None end
            else if String.eqb word "claim"
            then match others with s :: others => let* s := a_side s in claim_at s others | [] => None end
            else settling words []
        end
    | [] => None
    end.
End Rows.

Inductive judgement := Shown (g : game) (claims : list claimed) | Wrong (line : N) (why : string).

Fixpoint steps (g : game) (t : tables) (turn_ exchange : option (list N)) (names : named) (number : N) (k : known)
    (lines : list (list string)) : known + N :=
  match lines with
  | [] => inl k
  | words :: lines =>
      match a_statement names words with
      | Some said =>
          match step g t turn_ exchange k said with
          | Some k => steps g t turn_ exchange names (N.succ number) k lines
          | None => inr number
          end
      | None => inr number
      end
  end.

(* "end 1 wins, 2 wins after c3", in words. *)
Definition said_claim (names : list string) (c : claimed) : list string :=
  (if fst c =? 1 then "1" else "2") :: "wins" ::
  match snd c with [] => [] | moves => "after" :: map (fun p => nth p names "") moves end.
Fixpoint with_comma (words : list string) : list string :=
  match words with [] => [] | [w] => [w ++ ","] | w :: words => w :: with_comma words end%string.
Fixpoint said_claims (names : list string) (claims : list claimed) : list string :=
  match claims with
  | [] => []
  | [c] => said_claim names c
  | c :: claims => (with_comma (said_claim names c) ++ said_claims names claims)%list
  end.

Definition ordered (n : nat) (l : option (list point)) : option (list point * list point) := option_map (whole_order n []) l.
Definition fit (n : nat) (test : list point -> list point -> bool) (o : option (list point * list point)) : bool :=
  match o with Some (order, back) => (length order =? n) && test back order | None => true end.

Definition shown (names : list string) (g : game) (turn_ exchange : option (list point * list point)) (number : N)
    (lines : list (list string)) (ending : list string) : judgement :=
  let t := compiled g in
  let moves := option_map (fun o => images (size g) (fst o)) in
  if negb (game_ok g && (sides g =? 2)) then Wrong number "no such game"
  else if negb (unwon t (start_masks g)) then Wrong number "the game is over"
  else if negb (fit (size g) (is_symmetry g) turn_) then
    Wrong (number - match exchange with None => 1 | _ => 2 end) "this is no symmetry of the game"
  else if negb (fit (size g) (is_exchange g) exchange) then Wrong (number - 1) "this does not exchange the sides"
  else match steps g t (moves turn_) (moves exchange) (by_name names) number nothing_known lines with
  | inr line => Wrong line "this cannot be read, or does not follow"
  | inl k =>
      let claims := rev' (claims_ k) in
      match claims with
      | [] => Wrong number no_end
      | _ => if list_eq_dec string_dec ending ("end" :: said_claims names claims) then Shown g claims
             else Wrong (number + N.of_nat (length lines)) no_end
      end
  end.

(* The lines before the first proof, the last first, and those from there on. *)
Fixpoint head_of (lines before : list (list string)) : list (list string) * list (list string) :=
  match lines with
  | words :: others => if starts_with ["proof"] words then (before, lines) else head_of others (words :: before)
  | [] => (before, [])
  end.
Definition of_groups (r : rule) : bool :=
  match r with Near _ _ | A_border _ _ | Join _ _ _ | Stones _ _ | Turns _ | Order _ => true | _ => false end.

Definition check_2 (parts : list text) : judgement :=
  match read_parts parts ("", [], []) with
  | [] => Wrong 1 unread
  | ending :: lines =>
      match rev' lines with
      | first :: second :: lines =>
          let names := filter (fun s => negb (String.eqb s "/")) (tl second) in
          let n := length names in
          let '(head, proof) := head_of lines [] in
          let '(exchanges, head) :=
            match head with
            | words :: rules =>
                if starts_with ["exchange"] words then (each (points_of names) [tl words], rules) else (Some [], head)
            | [] => (Some [], [])
            end in
          let number := (3 + N.of_nat (length lines - length proof))%N in
          if negb (starts_with ["glowgrid"; "proof"; "2:"] first && (4 <=? length first)) then Wrong 1 unread
          else if negb (starts_with ["points"] second && Certificate.distinct ("" :: names)) then Wrong 2 unread
          else match a_text 3 names (rev' head) [], exchanges with
          | inr line, _ => Wrong line unread
          | _, None => Wrong (number - 1) unread
          | inl rules, Some exchanges =>
              let orders := the (fun r => match r with Order l => [l] | _ => [] end) rules in
              match misplaced Of_game [] [] 0 rules, find (fun r => negb (of_groups (snd r))) rules, game_of n rules with
              | Some line, _, _ | None, Some (line, _), _ => Wrong line unread
              | None, None, None => Wrong number "it does not say whose turn it is, or names a border that is not there"
              | None, None, Some g =>
                  if 2 <=? length orders then Wrong number "more than one symmetry"
                  else shown names g (ordered n (hd_error orders)) (ordered n (hd_error exchanges)) number proof ending
              end
          end
      | _ => Wrong 1 unread
      end
  end.

Lemma steps_so g turn_ exchange names : game_ok g = true -> sides g = 2 ->
  (forall i, turn_ = Some i -> exists l l', is_symmetry g l l' = true /\ i = images (size g) l') ->
  (forall i, exchange = Some i -> exists l l', is_exchange g l l' = true /\ i = images (size g) l') ->
  forall lines number k k', all_so g k -> steps g (compiled g) turn_ exchange names number k lines = inl k' -> all_so g k'.
Proof.
  intros G T O X. induction lines as [|words lines IH]; simpl; intros number k k' A E; [now injection E as <-|].
  destruct (a_statement names words) as [said|]; [|easy]. destruct (step _ _ _ _ _ _) as [m|] eqn:S; [|easy].
  apply IH in E; auto. revert S. now apply step_so.
Qed.

(* What the checker accepts is so, by the definitions of Game.v. *)
Theorem check_2_sound parts g claims : check_2 parts = Shown g claims ->
  nobody_has_won 2 (has_won g) (placed (stones g)) /\ Forall (true_of g) claims.
Proof.
  assert (J : forall names g' turn_ exchange number lines ending,
    shown names g' turn_ exchange number lines ending = Shown g claims ->
    nobody_has_won 2 (has_won g) (placed (stones g)) /\ Forall (true_of g) claims).
  { intros names g' turn_ exchange number lines ending. unfold shown. cbv zeta.
    destruct (game_ok g' && _) eqn:G; simpl; [|easy]. apply andb_prop in G as [G T]. apply Nat.eqb_eq in T.
    destruct (unwon _ _) eqn:U; simpl; [|easy]. destruct (fit (size g') (is_symmetry g') turn_) eqn:Y; simpl; [|easy].
    destruct (fit (size g') (is_exchange g') exchange) eqn:X; simpl; [|easy].
    destruct (steps _ _ _ _ _ _ _ _) as [k|] eqn:S; [|easy].
    destruct (rev' (claims_ k)) as [|c l] eqn:C; [easy|]. destruct (list_eq_dec _ _ _); [|easy].
    intros E. injection E as <- <-. split; [now apply (unwon_so g' (compiled g') eq_refl T _ _ (shows_start g' G))|].
    rewrite <- C. unfold rev'. rewrite <- rev_alt. apply Forall_rev. revert S. intros S. apply steps_so in S; auto.
    - apply S.
    - intros i. destruct turn_ as [[order back]|]; [|easy]. apply andb_prop in Y as [_ Y].
      intros E. injection E as <-. now exists back, order.
    - intros i. destruct exchange as [[order back]|]; [|easy]. apply andb_prop in X as [_ X].
      intros E. injection E as <-. now exists back, order.
    - split; [|constructor]. intros m x F. simpl in F. now rewrite PositiveMap.gempty in F. }
  unfold check_2. cbv zeta. intros H.
  repeat match type of H with
  | shown _ _ _ _ _ _ _ = _ => exact (J _ _ _ _ _ _ _ H)
  | Wrong _ _ = _ => discriminate H
  | context [match ?x with _ => _ end] => destruct x
  end.
Qed.

(* In the words of a theorem. *)
Section Statements.
  Variables (parts : list text) (g : game) (claims : list claimed) (Won : side -> position -> Prop).

  Lemma unwon_alike f : (forall s f, has_won g s f <-> Won s f) -> nobody_has_won 2 (has_won g) f -> nobody_has_won 2 Won f.
  Proof. intros E H s R W. apply (H s R). now apply E. Qed.

  Theorem unwon_at_start : check_2 parts = Shown g claims -> (forall s f, has_won g s f <-> Won s f) ->
    nobody_has_won 2 Won (placed (stones g)).
  Proof. intros C E. now apply unwon_alike, (check_2_sound parts g claims). Qed.

  Variables (s : side) (moves : list point).
  Hypothesis checked : check_2 parts = Shown g claims.
  Hypothesis same_won : forall s f, has_won g s f <-> Won s f.
  Hypothesis said : In (s, moves) claims.

  Lemma so_after : true_of g (s, moves).
  Proof. destruct (check_2_sound parts g claims checked) as [_ H]. rewrite Forall_forall in H. now apply H. Qed.

  Theorem unwon_after : nobody_has_won 2 Won (played moves (turn g) (placed (stones g))).
  Proof. apply unwon_alike; auto. apply so_after. Qed.

  Theorem win_after :
    can_win (seq 0 (size g)) 2 Won s (played moves (turn g) (placed (stones g))) (mover_after moves (turn g)).
  Proof. generalize (proj2 so_after). apply forces_alike; auto; tauto. Qed.
End Statements.
