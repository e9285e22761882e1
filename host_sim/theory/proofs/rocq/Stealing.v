(* Strategy stealing (J. Nash, 1949, for Hex): a first side that could lose would steal the second side's strategy.

   1. Every finite game is determined.
   2. An extra stone never harms.
   3. A game seen in a mirror that exchanges the sides is the same game.
   4. So in a game that looks alike to both sides the second cannot force a win: the first has at least a draw. *)
Require Import List Arith Lia Game Steps.
Import ListNotations.

Section Stealing.
  Variable points : list point.
  Variable sides : nat.
  Variable Won : side -> position -> Prop.
  Hypothesis Won_decided : forall s f, Won s f \/ ~ Won s f.

  Notation forces := (forces points sides Won).
  Notation after := (after points sides Won).
  Notation free := (free points).
  Notation full := (full points).
  Notation can_win := (can_win points sides Won).
  Notation can_draw := (can_draw points sides Won).

  Definition in_turn (s : side) : Prop := 1 <= s <= sides.

  Lemma next_in_turn s : in_turn s -> in_turn (next sides s).
  Proof. unfold in_turn, next. destruct (Nat.eqb_spec s sides); lia. Qed.

  Lemma not_full f : ~ full f -> exists p, free f p.
  Proof. destruct (full_or_not points f); tauto. Qed.

  (* 1. Determinacy. By induction on the free points: some reply is good for us, or every reply is bad. *)
  Section Two_camps.
    Variables us them : side -> Prop.
    Variables good bad : ending -> Prop.
    Hypothesis camps : forall s, in_turn s -> us s /\ ~ them s \/ them s /\ ~ us s.

    Lemma one_or_all (P Q : point -> Prop) f :
      (forall p, free f p -> P p \/ Q p) -> (exists p, free f p /\ P p) \/ (forall p, free f p -> Q p).
    Proof.
      unfold Game.free. induction points as [|q l IH]; intros H; [right; now intros p [[]]|].
      destruct IH as [(p & [Hp Ef] & HP)|HQ]; [intros p [Hp Ef]; apply H; simpl; auto|left; exists p; simpl; auto|].
      destruct (Nat.eq_dec (f q) 0) as [E|E].
      - destruct (H q) as [HP|HQq]; [simpl; auto|left; exists q; simpl; auto|].
        right. intros p [[<-|Hp] Ef]; auto.
      - right. intros p [[<-|Hp] Ef]; [contradiction|auto].
    Qed.

    Theorem determined f s : (forall t, in_turn t -> good (Wins t) \/ bad (Wins t)) -> good Draw \/ bad Draw ->
      in_turn s -> ~ full f -> forces us good f s \/ forces them bad f s.
    Proof.
      intros wins draws.
      cut (forall k l, length l <= k -> forall f s, in_turn s -> ~ full f -> (forall p, free f p -> In p l) ->
        forces us good f s \/ forces them bad f s).
      { intros H Ts Nf. apply (H (length points) points); auto. now intros p [Hp _]. }
      clear f s. induction k as [|k IH]; intros l Hk f s Ts Nf Hl.
      { destruct (not_full f Nf) as [p Fp]. apply Hl in Fp. destruct l; [destruct Fp|simpl in Hk; lia]. }
      assert (D : forall p, free f p -> after us good (play f p s) s \/ after them bad (play f p s) s).
      { intros p Fp. destruct (Won_decided s (play f p s)) as [W|W].
        { destruct (wins s Ts); [left|right]; now apply won. }
        destruct (full_or_not points (play f p s)) as [F|[q Fq]].
        { destruct draws; [left|right]; now apply drawn. }
        assert (N : ~ full (play f p s)) by (intros F; exact (F q Fq)).
        destruct (IH (remove Nat.eq_dec p l)) with (f := play f p s) (s := next sides s) as [G|B]; auto.
        - apply le_S_n, Nat.le_trans with (length l); [exact (remove_length_lt Nat.eq_dec l p (Hl p Fp))|exact Hk].
        - now apply next_in_turn.
        - intros r [Hr Er]. unfold play in Er. destruct (Nat.eqb_spec r p) as [->|Ne].
          + unfold in_turn in Ts. lia.
          + apply in_in_remove; [assumption|]. apply Hl. now split.
        - left. now apply goes_on.
        - right. now apply goes_on. }
      destruct (camps s Ts) as [[U T]|[T U]].
      - destruct (one_or_all _ _ f D) as [(p & Fp & A)|A]; [left; eapply ours; eauto|right; now apply theirs].
      - destruct (one_or_all (fun p => after them bad (play f p s) s) (fun p => after us good (play f p s) s) f)
          as [(p & Fp & A)|A]; [intros p Fp; destruct (D p Fp); auto|right; eapply ours; eauto|left; now apply theirs].
    Qed.

    (* Both camps cannot get their way: play one strategy against the other. *)
    Theorem not_both f s : (forall e, good e -> bad e -> False) -> in_turn s ->
      forces us good f s -> forces them bad f s -> False.
    Proof.
      intros ends Ts G. revert f s G Ts.
      apply (forces_along points sides Won us good
               (fun f s => in_turn s -> forces them bad f s -> False)
               (fun f s => in_turn s -> after them bad f s -> False)).
      - intros f s p U Fp _ IH Ts B. inversion B as [? ? ? T|? ? T N A]; subst.
        + destruct (camps s Ts); tauto.
        + exact (IH Ts (A p Fp)).
      - intros f s U N _ IH Ts B. inversion B as [? ? p T Fp A|? ? T]; subst.
        + exact (IH p Fp Ts A).
        + destruct (camps s Ts); tauto.
      - intros f s W G Ts B. inversion B; subst; eauto.
      - intros f s W F G Ts B. inversion B; subst; eauto.
      - intros f s W N _ IH Ts B. inversion B; subst; try contradiction. apply IH; [now apply next_in_turn|assumption].
    Qed.
  End Two_camps.

  (* 2. An extra stone never harms: g is f, with more stones of side s. *)
  Definition better (s : side) (f g : position) : Prop := forall p, g p = f p \/ g p = s.

  (* What wins is a matter of one's own stones, and more of them win too. *)
  Definition monotone : Prop := forall s f g, (forall p, f p = s -> g p = s) -> Won s f -> Won s g.

  Section Extra_stone.
    Hypothesis more_is_better : monotone.
    Variable s : side.
    Hypothesis s_is_a_side : s <> 0.
    Variable good : ending -> Prop.
    Hypothesis only_s_wins : forall t, good (Wins t) <-> t = s.
    Hypothesis Draw_decided : good Draw \/ ~ good Draw.

    Lemma better_won f g : better s f g -> Won s f -> Won s g.
    Proof. intros B. apply more_is_better. intros p E. destruct (B p); congruence. Qed.

    Lemma better_lost f g t : better s f g -> t <> s -> Won t g -> Won t f.
    Proof. intros B N. apply more_is_better. intros p E. destruct (B p); congruence. Qed.

    Lemma better_free f g p : better s f g -> free g p -> free f p.
    Proof. intros B [Hp E]. split; [assumption|]. destruct (B p); congruence. Qed.

    Lemma better_play f g p q t : better s f g -> t = s \/ p = q -> g p = s \/ p = q ->
      better s (play f p t) (play g q t).
    Proof.
      intros B C D x. unfold play. specialize (B x).
      destruct (Nat.eqb_spec x q), (Nat.eqb_spec x p); subst; intuition congruence.
    Qed.

    (* If the extra stones fill the field, they have won: the strategy wins however the game goes on, and what it
       wins with is there. *)
    Lemma filled f t : ~ good Draw -> forces (eq s) good f t -> forall g, better s f g -> full g -> Won s g.
    Proof.
      intros ND. revert f t.
      apply (forces_along points sides Won (eq s) good
               (fun f _ => forall g, better s f g -> full g -> Won s g)
               (fun f _ => forall g, better s f g -> full g -> Won s g)).
      - intros f t p _ Fp _ IH g B F. apply IH; [|assumption]. intros x. unfold play.
        destruct (Nat.eqb_spec x p) as [->|]; [|apply B]. right.
        destruct (B p) as [E|E]; [|assumption]. destruct Fp as [Hp E0]. destruct (F p). split; congruence.
      - intros f t _ N _ IH g B F. destruct (not_full f N) as [p Fp]. apply (IH p Fp g); [|assumption].
        intros x. unfold play. destruct (Nat.eqb_spec x p) as [->|]; [|apply B]. right.
        destruct (B p) as [E|E]; [|assumption]. destruct Fp as [Hp E0]. destruct (F p). split; congruence.
      - intros f t W G g B _. apply only_s_wins in G. subst t. now apply better_won with f.
      - intros f t _ _ D. now destruct ND.
      - intros f t _ _ _ IH. exact IH.
    Qed.

    (* Where the strategy asks for a point that s has already, s puts a stone anywhere. *)
    Theorem extra_stone :
      (forall f t, forces (eq s) good f t ->
         forall g, better s f g -> ~ full g -> ~ Won s g -> forces (eq s) good g t) /\
      (forall f t, after (eq s) good f t ->
         forall g, better s f g -> t = s \/ ~ Won s g -> after (eq s) good g t).
    Proof.
      apply along_a_game.
      - intros f t p U Fp _ IH g B N _. subst t. destruct (B p) as [E|E].
        + apply ours with p; [reflexivity|split; [apply Fp|rewrite E; apply Fp]|].
          apply IH; [now apply better_play; auto|auto].
        + destruct (not_full g N) as [q Fq]. apply ours with q; [reflexivity|assumption|].
          apply IH; [apply better_play; auto|auto].
      - intros f t U _ _ IH g B N W. apply theirs; [assumption|assumption|].
        intros q Fq. apply (IH q); [now apply better_free with g|apply better_play; auto|].
        right. intros W'. apply W. revert W'. apply more_is_better. intros x. unfold play.
        destruct (Nat.eqb_spec x q); congruence.
      - intros f t W G g B _. apply won; [|assumption]. apply only_s_wins in G. subst t. now apply better_won with f.
      - intros f t W F G g B _. assert (Fg : full g) by (intros p Fp; apply (F p); now apply better_free with g).
        destruct (Won_decided t g) as [W'|W']; [|now apply drawn].
        destruct (Nat.eq_dec t s) as [->|Ne]; [apply won; [assumption|now apply only_s_wins]|].
        now destruct W; apply better_lost with g.
      - intros f t W N Hf IH g B Ws.
        destruct (Won_decided t g) as [W'|W'].
        { destruct (Nat.eq_dec t s) as [->|Ne]; [apply won; [assumption|now apply only_s_wins]|].
          now destruct W; apply better_lost with g. }
        assert (Nw : ~ Won s g) by (destruct Ws; [now subst t|assumption]).
        destruct (full_or_not points g) as [F|[q Fq]].
        + destruct Draw_decided as [D|D]; [now apply drawn|]. destruct Nw. now apply (filled f (next sides t)).
        + assert (Ng : ~ full g) by (intros F; exact (F q Fq)). apply goes_on; [assumption|assumption|].
          now apply IH.
    Qed.
  End Extra_stone.

  Theorem extra_stone_wins s f g t : monotone -> s <> 0 -> better s f g -> ~ full g -> ~ Won s g ->
    can_win s f t -> can_win s g t.
  Proof.
    intros M S B N W H. refine (proj1 (extra_stone M s S _ _ _) f t H g B N W).
    - intros u. split; congruence.
    - right. congruence.
  Qed.

  Theorem extra_stone_draws s f g t : monotone -> s <> 0 -> better s f g -> ~ full g -> ~ Won s g ->
    can_draw s f t -> can_draw s g t.
  Proof.
    intros M S B N W H. refine (proj1 (extra_stone M s S _ _ _) f t H g B N W).
    - intros u. split; [intros [E|E]; congruence|left; congruence].
    - left. now right.
  Qed.
End Stealing.

Definition other (s : side) : side := match s with 1 => 2 | 2 => 1 | _ => s end.

Lemma other_other s : other (other s) = s.
Proof. now destruct s as [|[|[|s]]]. Qed.

Section Two_sides.
  Variable points : list point.
  Variable Won : side -> position -> Prop.
  Hypothesis Won_decided : forall s f, Won s f \/ ~ Won s f.
  Hypothesis more_is_better : monotone Won.

  Notation free := (free points).
  Notation full := (full points).
  Notation can_win := (can_win points 2 Won).
  Notation can_draw := (can_draw points 2 Won).
  Notation in_turn := (in_turn 2).

  Lemma one_or_two t : in_turn t -> t = 1 \/ t = 2.
  Proof. unfold Stealing.in_turn. lia. Qed.

  (* 3. The mirror: a map of the points that is its own inverse, with the colours exchanged. *)
  Section Mirror.
    Variable mirror : point -> point.
    Hypothesis mirror_stays : forall p, In p points -> In (mirror p) points.
    Hypothesis mirror_back : forall p, In p points -> mirror (mirror p) = p.

    Definition mirrored (f g : position) : Prop := forall p, In p points -> g (mirror p) = other (f p).
    Hypothesis looks_alike : forall s f g, mirrored f g -> Won s f -> Won (other s) g.

    Lemma mirrored_back f g : mirrored f g -> mirrored g f.
    Proof. intros M q Hq. rewrite <- (mirror_back q Hq) at 2. now rewrite M, other_other by auto. Qed.

    Lemma mirrored_free f g p : mirrored f g -> free f p -> free g (mirror p).
    Proof. intros M [Hp E]. split; [auto|]. now rewrite M, E. Qed.

    Lemma mirrored_full f g : mirrored f g -> full f -> full g.
    Proof. intros M F q Fq. exact (F _ (mirrored_free g f q (mirrored_back f g M) Fq)). Qed.

    Lemma mirrored_play f g p t : mirrored f g -> In p points ->
      mirrored (play f p t) (play g (mirror p) (other t)).
    Proof.
      intros M Hp q Hq. unfold play.
      destruct (Nat.eqb_spec q p) as [->|N]; [now rewrite Nat.eqb_refl|].
      destruct (Nat.eqb_spec (mirror q) (mirror p)) as [E|_]; [|now apply M].
      destruct N. now rewrite <- (mirror_back q Hq), E, mirror_back.
    Qed.

    Theorem mirrored_win s f t : can_win s f t -> in_turn t ->
      forall g, mirrored f g -> can_win (other s) g (other t).
    Proof.
      revert f t.
      apply (forces_along points 2 Won (eq s) (eq (Wins s))
               (fun f t => in_turn t -> forall g, mirrored f g -> can_win (other s) g (other t))
               (fun f t => in_turn t -> forall g, mirrored f g ->
                             after points 2 Won (eq (other s)) (eq (Wins (other s))) g (other t))).
      - intros f t p <- Fp _ IH T g M. apply ours with (mirror p); [reflexivity|now apply mirrored_free with f|].
        apply IH; [assumption|now apply mirrored_play; [|apply Fp]].
      - intros f t U N _ IH T g M. apply theirs.
        + intros E. apply U. rewrite <- (other_other s), E. apply other_other.
        + intros F. apply N. now apply mirrored_full with g; [apply mirrored_back|].
        + intros q Fq. rewrite <- (mirror_back q) by apply Fq.
          assert (Fp : free f (mirror q)) by (now apply mirrored_free with g; [apply mirrored_back|]).
          apply (IH (mirror q)); [assumption|assumption|now apply mirrored_play; [|apply Fp]].
      - intros f t W [= <-] T g M. apply won; [|reflexivity]. now apply looks_alike with f.
      - discriminate.
      - intros f t W N _ IH T g M. apply goes_on.
        + intros W'. apply W. rewrite <- (other_other t). now apply looks_alike with g; [apply mirrored_back|].
        + intros F. apply N. now apply mirrored_full with g; [apply mirrored_back|].
        + specialize (IH (next_in_turn 2 t T) g M). now destruct (one_or_two t T); subst t.
    Qed.

    (* 4. Stealing. Suppose that the second side can win. The first puts a stone anywhere, and is then the second
       side of the mirrored game, with an extra stone: it wins too. Both cannot win. *)
    Hypothesis a_point : points <> [].

    Lemma empty_is_not_full : ~ full empty_field.
    Proof. destruct points as [|p l]; [easy|]. intros F. apply (F p). split; [now left|reflexivity]. Qed.

    Lemma two_camps t : in_turn t -> 2 = t /\ 1 <> t \/ 1 = t /\ 2 <> t.
    Proof. unfold Stealing.in_turn. lia. Qed.

    Theorem second_cannot_win : ~ can_win 2 empty_field 1.
    Proof.
      intros H2. assert (T : in_turn 1) by (unfold Stealing.in_turn; lia).
      assert (S : can_win 1 empty_field 2) by (now apply (mirrored_win 2 _ 1 H2 T)).
      enough (H1 : can_win 1 empty_field 1).
      { apply (not_both points 2 Won _ _ (eq (Wins 2)) (eq (Wins 1)) two_camps empty_field 1); try assumption.
        intros e <-. discriminate. }
      destruct (not_full points empty_field empty_is_not_full) as [p Fp].
      apply ours with p; [reflexivity|assumption|]. set (g := play empty_field p 1).
      assert (B : better 1 empty_field g).
      { intros q. unfold g, play. destruct (q =? p); auto. }
      destruct (Won_decided 1 g) as [W|W]; [now apply won|].
      assert (N : ~ full g).
      { intros F. apply W. refine (filled points 2 Won more_is_better 1 _ _ empty_field 2 _ S g B F).
        - split; congruence.
        - discriminate. }
      apply goes_on; [assumption|assumption|]. now apply extra_stone_wins with empty_field.
    Qed.

    Theorem first_can_draw : can_draw 1 empty_field 1.
    Proof.
      destruct (determined points 2 Won Won_decided (eq 2) (eq 1) (eq (Wins 2)) (fun e => e = Wins 1 \/ e = Draw)
                  two_camps empty_field 1) as [H|H].
      - intros t T. destruct (one_or_two t T); subst t; auto.
      - auto.
      - unfold Stealing.in_turn. lia.
      - exact empty_is_not_full.
      - now destruct second_cannot_win.
      - exact H.
    Qed.

    (* Where no filled field is drawn, holding the draw is winning. *)
    Definition drawless : Prop :=
      forall f, (forall p, In p points -> f p = 1 \/ f p = 2) -> Won 1 f \/ Won 2 f.

    Lemma draw_is_win s f t : drawless -> can_draw s f t ->
      in_turn t -> (forall p, In p points -> f p <= 2) -> ~ Won (other t) f -> can_win s f t.
    Proof.
      intros D. revert f t.
      assert (before : forall f p t, in_turn t -> ~ Won (other t) f -> ~ Won (other t) (play f p t)).
      { intros f p t T N W. apply N. revert W. apply more_is_better. intros q. unfold play.
        destruct (one_or_two t T); subst t; now destruct (q =? p). }
      assert (small : forall f p t, in_turn t -> (forall q, In q points -> f q <= 2) ->
                        forall q, In q points -> play f p t q <= 2).
      { intros f p t T S q Hq. unfold play. destruct (q =? p); [unfold Stealing.in_turn in T; lia|auto]. }
      apply (forces_along points 2 Won (eq s) (fun e => e = Wins s \/ e = Draw)
               (fun f t => in_turn t -> (forall p, In p points -> f p <= 2) -> ~ Won (other t) f -> can_win s f t)
               (fun f t => in_turn t -> (forall p, In p points -> f p <= 2) -> ~ Won (other t) f ->
                           after points 2 Won (eq s) (eq (Wins s)) f t)).
      - intros f t p U Fp _ IH T S N. apply ours with p; auto.
      - intros f t U F _ IH T S N. apply theirs; auto.
      - intros f t W [E|E] T S N; [|discriminate]. now apply won.
      - intros f t W F _ T S N. exfalso. destruct (D f) as [W'|W'].
        + intros p Hp. specialize (S p Hp). assert (f p <> 0) by (intros E; now apply (F p)). lia.
        + destruct (one_or_two t T); now subst t.
        + destruct (one_or_two t T); now subst t.
      - intros f t W F _ IH T S N. apply goes_on; [assumption|assumption|]. apply IH; [now apply next_in_turn|auto|].
        destruct (one_or_two t T); now subst t.
    Qed.

    Theorem first_wins : drawless -> ~ Won 2 empty_field -> can_win 1 empty_field 1.
    Proof.
      intros D N. apply draw_is_win; [exact D|exact first_can_draw| | |exact N].
      - unfold Stealing.in_turn. lia.
      - intros p _. unfold empty_field. lia.
    Qed.
  End Mirror.
End Two_sides.

(* A game of lines: who fills one first has won. It looks alike to both sides as it is. *)
Section Lines.
  Variable points : list point.
  Variable lines : list (list point).
  Hypothesis lines_of_points : forall l p, In l lines -> In p l -> In p points.

  Definition fills_a_line (s : side) (f : position) : Prop := exists l, In l lines /\ forall p, In p l -> f p = s.

  Lemma fills_a_line_decided s f : fills_a_line s f \/ ~ fills_a_line s f.
  Proof.
    destruct (Exists_dec (Forall (fun p => f p = s)) lines) as [E|E].
    - intros l. apply Forall_dec. intros p. apply Nat.eq_dec.
    - left. apply Exists_exists in E as (l & Hl & Al). exists l. now rewrite Forall_forall in Al.
    - right. intros (l & Hl & Al). apply E, Exists_exists. exists l. now rewrite Forall_forall.
  Qed.

  Lemma fills_a_line_monotone : monotone fills_a_line.
  Proof. intros s f g M (l & Hl & Al). exists l. auto. Qed.

  Lemma fills_a_line_mirrored s f g : mirrored points (fun p => p) f g -> fills_a_line s f -> fills_a_line (other s) g.
  Proof. intros M (l & Hl & Al). exists l. split; [assumption|]. intros p Hp. rewrite M, Al; eauto. Qed.

  Theorem lines_second_cannot_win : points <> [] -> ~ can_win points 2 fills_a_line 2 empty_field 1.
  Proof.
    apply second_cannot_win with (fun p => p); auto using fills_a_line_decided, fills_a_line_monotone.
    exact fills_a_line_mirrored.
  Qed.

  Theorem lines_first_can_draw : points <> [] -> can_draw points 2 fills_a_line 1 empty_field 1.
  Proof.
    apply first_can_draw with (fun p => p); auto using fills_a_line_decided, fills_a_line_monotone.
    exact fills_a_line_mirrored.
  Qed.
End Lines.
