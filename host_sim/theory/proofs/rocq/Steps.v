(* What holds of `forces` in every game: symmetry, and pairs of points that are enough. *)
Require Import List Arith Bool Lia.
Require Import Game.
Import ListNotations.

(* Induction along a game. *)
Scheme forces_along := Minimality for forces Sort Prop with after_along := Minimality for after Sort Prop.
Combined Scheme along_a_game from forces_along, after_along.

(* f looks like g when its points are taken in the order o. *)
Definition like (o : point -> point) (f g : position) : Prop := forall p, f p = g (o p).

(* A permutation of the points that keeps who has won keeps what is forced. *)
Theorem symmetry points sides Won us good (o o' : point -> point) :
  (forall p, o' (o p) = p) -> (forall p, o (o' p) = p) -> (forall p, In p points <-> In (o p) points) ->
  (forall s f g, like o f g -> (Won s f <-> Won s g)) ->
  forall f g s, like o f g -> forces points sides Won us good f s -> forces points sides Won us good g s.
Proof.
  intros Back Forth Inside Keeps f g s L F. revert g L.
  assert (Play : forall f g p s, like o f g -> like o (play f p s) (play g (o p) s)).
  { intros f1 g1 p s1 L q. unfold play. destruct (Nat.eqb_spec q p), (Nat.eqb_spec (o q) (o p)); subst; auto.
    - easy.
    - exfalso. apply n. rewrite <- (Back q), <- (Back p). now f_equal. }
  assert (Free : forall f g p, like o f g -> (free points f p <-> free points g (o p))).
  { intros f1 g1 p L. unfold free. now rewrite Inside, L. }
  assert (Full : forall f g, like o f g -> (full points f <-> full points g)).
  { intros f1 g1 L. split; intros N p H.
    - rewrite <- (Forth p) in H. now apply (N (o' p)), (Free _ _ _ L).
    - now apply (N (o p)), (Free _ _ _ L). }
  revert f s F. apply (forces_along points sides Won us good
    (fun f s => forall g, like o f g -> forces points sides Won us good g s)
    (fun f s => forall g, like o f g -> after points sides Won us good g s)).
  - intros f s p U Fp _ IH g L. apply ours with (o p); auto. now apply (Free f).
  - intros f s U NF _ IH g L. apply theirs; auto.
    + now rewrite <- (Full f g L).
    + intros p Fp. rewrite <- (Forth p) in *. apply (IH (o' p)); [now apply (Free f g)|now apply Play].
  - intros f s W G g L. apply won; auto. now apply (Keeps s f g).
  - intros f s NW Fl G g L. apply drawn; auto; [now rewrite <- (Keeps s f g L)|now apply (Full f)].
  - intros f s NW NF _ IH g L. apply goes_on; auto; [now rewrite <- (Keeps s f g L)|now rewrite <- (Full f g L)].
Qed.

(* The same winners and sides, in other words, and perhaps more endings that are good: what was forced still is. *)
Lemma forces_alike points sides (Won Won' : side -> position -> Prop) (us us' : side -> Prop)
    (good good' : ending -> Prop) f s :
  (forall s f, Won s f <-> Won' s f) -> (forall s, us s <-> us' s) -> (forall e, good e -> good' e) ->
  forces points sides Won us good f s -> forces points sides Won' us' good' f s.
Proof.
  intros W U G. revert f s. apply (forces_along points sides Won us good
    (fun f s => forces points sides Won' us' good' f s) (fun f s => after points sides Won' us' good' f s)).
  - intros f s p Us Fp _ IH. apply ours with p; auto. now apply U.
  - intros f s Us NF _ IH. apply theirs; auto. now rewrite <- U.
  - intros f s Ws Gs. apply won; auto. now apply W.
  - intros f s NW Fl Gd. apply drawn; auto. now rewrite <- W.
  - intros f s NW NF _ IH. apply goes_on; auto. now rewrite <- W.
Qed.

Lemma filter_shorter {A} (P Q : A -> bool) l a :
  (forall x, P x = true -> Q x = true) -> In a l -> Q a = true -> P a = false ->
  length (filter P l) < length (filter Q l).
Proof.
  intros Sub I Qa Pa. assert (Le : forall l, length (filter P l) <= length (filter Q l)).
  { intros m. induction m as [|x m IH]; simpl; [lia|]. specialize (Sub x).
    destruct (P x), (Q x); simpl; try lia. }
  induction l as [|x l IH]; [easy|]. simpl. destruct I as [->|I].
  - rewrite Qa, Pa. simpl. specialize (Le l). lia.
  - specialize (IH I). specialize (Sub x). destruct (P x), (Q x); simpl; try lia.
Qed.

Section Left.
  Variable points : list point.

  (* How many points are empty: a measure for inductions. *)
  Definition left (f : position) : nat := length (filter (fun p => f p =? 0) points).

  Lemma left_play f p s : free points f p -> s <> 0 -> left (play f p s) < left f.
  Proof.
    intros [I E] S. apply filter_shorter with p; unfold play; auto.
    - intros q. destruct (Nat.eqb_spec q p); [now destruct (Nat.eqb_spec s 0)|auto].
    - now rewrite E.
    - rewrite Nat.eqb_refl. now apply Nat.eqb_neq.
  Qed.

  Lemma full_or_not f : full points f \/ exists p, free points f p.
  Proof.
    unfold full, free. induction points as [|a l IH]; [left; now intros p []|].
    destruct (Nat.eq_dec (f a) 0) as [E|N]; [right; exists a; simpl; auto|].
    destruct IH as [F|[p [I E]]]; [left|right; exists p; simpl; auto].
    intros p [[<-|I] E]; [auto|now apply (F p)].
  Qed.

  (* No stone lies beside the field. *)
  Definition inside (f : position) : Prop := forall p, f p <> 0 -> In p points.

  Lemma inside_play f p s : In p points -> inside f -> inside (play f p s).
  Proof. intros I F q. unfold play. destruct (Nat.eqb_spec q p); subst; auto. Qed.
End Left.

(* Pairs (Hales and Jewett, 1963): after f it is enough to answer a stone on one point of a pair with the other. If the
   rival has not won even with every empty point but one of each pair, whichever that is, it never will. *)
Section Pairs.
  Variables (points : list point) (sides : nat) (Won : side -> position -> Prop).
  Variables (us : side -> Prop) (good : ending -> Prop) (own rival : side) (pairs : list (point * point)).
  Variable f : position.
  Hypothesis helps : forall s g h, (forall p, g p = s -> h p = s) -> Won s g -> Won s h.
  Hypothesis decided : forall g, inside points g -> Won own g \/ ~ Won own g.
  Hypothesis two : next sides own = rival /\ next sides rival = own.
  Hypothesis different : own <> rival /\ own <> 0 /\ rival <> 0.
  Hypothesis plays : us own /\ ~ us rival /\ good (Wins own).
  Hypothesis inside_f : inside points f.
  Hypothesis empty : forall a b, In (a, b) pairs -> free points f a /\ free points f b /\ a <> b.
  Hypothesis apart : forall a b c d, In (a, b) pairs -> In (c, d) pairs ->
    a = c \/ a = d \/ b = c \/ b = d -> (a, b) = (c, d).

  (* One point of each pair. *)
  Definition chosen : list point -> Prop := Forall2 (fun pair q => q = fst pair \/ q = snd pair) pairs.
  Definition all_but (c : list point) : position :=
    fun p => if (f p =? 0) && existsb (Nat.eqb p) points && negb (existsb (Nat.eqb p) c) then rival else f p.
  Definition with_ (c : list point) : position := fun p => if existsb (Nat.eqb p) c then own else f p.
  Hypothesis no_loss : forall c, chosen c -> ~ Won rival (all_but c).
  Hypothesis enough : good Draw \/ forall c, chosen c -> Won own (with_ c).

  (* g is later than f; each pair is untouched, or the side has one of its points. *)
  Definition later (g : position) : Prop := inside points g /\ forall p, f p <> 0 -> g p = f p.
  Definition kept (g : position) : Prop := forall a b, In (a, b) pairs -> g a = own \/ g b = own \/ g a = 0 /\ g b = 0.

  Lemma choose (P : point -> Prop) : (forall a b, In (a, b) pairs -> P a \/ P b) -> exists c, chosen c /\ Forall P c.
  Proof.
    unfold chosen. clear - pairs. induction pairs as [|[a b] l IH]; intros H; [now exists []|].
    destruct IH as (c & C & F); [intros x y I; apply H; now right|].
    destruct (H a b) as [Pa|Pb]; [now left|exists (a :: c)|exists (b :: c)]; auto.
  Qed.

  Lemma in_list p c : existsb (Nat.eqb p) c = true <-> In p c.
  Proof.
    rewrite existsb_exists. split; [|intros I; exists p; auto using Nat.eqb_refl].
    intros (x & I & E). apply Nat.eqb_eq in E. now subst.
  Qed.

  Lemma no_loss_later g : later g -> (forall a b, In (a, b) pairs -> g a <> rival \/ g b <> rival) -> ~ Won rival g.
  Proof.
    intros [I L] K W. destruct (choose (fun p => g p <> rival) K) as (c & C & N).
    apply (no_loss c C). revert W. apply helps. intros p E. unfold all_but.
    destruct (Nat.eqb_spec (f p) 0) as [Z|Z]; simpl; [|now rewrite <- L].
    assert (Ip : In p points) by (apply I; rewrite E; apply different). apply in_list in Ip. rewrite Ip. simpl.
    destruct (existsb (Nat.eqb p) c) eqn:X; [|easy].
    apply in_list in X. rewrite Forall_forall in N. now apply N in X.
  Qed.

  Lemma enough_later g : later g -> (forall a b, In (a, b) pairs -> g a = own \/ g b = own) -> good Draw \/ Won own g.
  Proof.
    intros [I L] K. destruct enough as [G|E]; [now left|right].
    destruct (choose (fun p => g p = own) K) as (c & C & N). rewrite Forall_forall in N.
    generalize (E c C). apply helps. intros p. unfold with_.
    destruct (existsb (Nat.eqb p) c) eqn:X; [intros _; now apply N, in_list|].
    intros E'. rewrite <- E'. apply L. rewrite E'. apply different.
  Qed.

  Theorem pairs_are_enough : after points sides Won us good f own.
  Proof.
    destruct different as (D & O & R), plays as (U & NU & G), two as (T1 & T2).
    assert (Main : forall k g, left points g < k -> later g -> kept g -> after points sides Won us good g own).
    2: { apply (Main (S (left points f))); [lia|split; auto|].
         intros a b I. destruct (empty a b I) as ([_ A] & [_ B] & _). auto. }
    induction k as [|k IH]; [lia|]. intros g Lk Lg K.
    destruct (decided g (proj1 Lg)) as [W|NW]; [now apply won|].
    destruct (full_or_not points g) as [F|[p0 F0]].
    { apply drawn; auto. destruct (enough_later g Lg) as [|]; [|easy|easy].
      intros a b I. destruct (empty a b I) as ([Ia _] & _). destruct (K a b I) as [E|[E|[E _]]]; auto.
      exfalso. now apply (F a). }
    apply goes_on; auto; [intros F; now apply (F p0)|]. rewrite T1.
    apply theirs; auto; [intros F; now apply (F p0)|]. intros p [Ip Zp].
    set (h := play g p rival).
    assert (Hh : forall q, q <> p -> h q = g q) by (intros q N; unfold h, play; now destruct (Nat.eqb_spec q p)).
    assert (Hp : h p = rival) by (unfold h, play; now rewrite Nat.eqb_refl).
    assert (Lh : later h).
    { split; [apply inside_play; [auto|apply Lg]|]. intros q N. rewrite Hh; [now apply Lg|].
      intros ->. apply N. rewrite <- (proj2 Lg); auto. }
    assert (Own : forall q, g q = own -> h q = own) by (intros q E; rewrite Hh; congruence).
    assert (NL : ~ Won rival h).
    { apply no_loss_later; auto. intros a b I. destruct (empty a b I) as (_ & _ & Ne).
      destruct (K a b I) as [E|[E|[Ea Eb]]]; [left; rewrite Own; auto|right; rewrite Own; auto|].
      destruct (Nat.eq_dec a p) as [->|Na]; [right; rewrite Hh by auto|left; rewrite Hh by auto]; intros E; congruence. }
    (* Has the rival just taken one point of a pair whose other point is empty? *)
    destruct (find (fun pr => ((fst pr =? p) && (h (snd pr) =? 0)) || ((snd pr =? p) && (h (fst pr) =? 0))) pairs)
      as [[a b]|] eqn:Find.
    - apply find_some in Find as [I Hit]. simpl in Hit.
      assert (exists q, free points h q /\ (q = a \/ q = b) /\ (p = a \/ p = b)) as (q & Fq & Q & Pab).
      { destruct (empty a b I) as ([Ia _] & [Ib _] & _). unfold free.
        apply orb_prop in Hit as [H|H]; apply andb_prop in H as [A B]; apply Nat.eqb_eq in A, B; subst;
          [exists b|exists a]; auto. }
      apply goes_on; auto; [intros F; now apply (F q)|]. rewrite T2. apply ours with q; auto.
      destruct Fq as [Iq Zq].
      assert (Hq : forall r, h r = own -> play h q own r = own).
      { intros r E. unfold play. now destruct (Nat.eqb_spec r q). }
      apply IH.
      + assert (left points h < left points g) by now apply left_play.
        assert (left points (play h q own) < left points h) by now apply left_play. lia.
      + split; [apply inside_play; auto; apply Lh|]. intros r N. unfold play.
        destruct (Nat.eqb_spec r q) as [->|]; [|now apply Lh]. exfalso. apply N. now rewrite <- (proj2 Lh).
      + intros c d J. destruct (K c d J) as [E|[E|[Ec Ed]]]; [left; auto|right; left; auto|].
        destruct (Nat.eq_dec q c) as [->|Nc]; [left; unfold play; now rewrite Nat.eqb_refl|].
        destruct (Nat.eq_dec q d) as [->|Nd]; [right; left; unfold play; now rewrite Nat.eqb_refl|].
        assert (p <> c /\ p <> d) as [Pc Pd].
        { split; intros ->; apply Nc || apply Nd; assert ((a, b) = (c, d)) as X by (apply apart; intuition congruence);
            injection X as -> ->; destruct (empty c d J) as (_ & _ & Ne); intuition congruence. }
        right; right. unfold play. destruct (Nat.eqb_spec c q), (Nat.eqb_spec d q); try congruence.
        rewrite !Hh; auto.
    - assert (Owned : forall a b, In (a, b) pairs -> a = p \/ b = p -> h a = own \/ h b = own).
      { intros a b I E. destruct (empty a b I) as (_ & _ & Ne).
        apply (find_none _ _ Find) in I as X. simpl in X. apply orb_false_elim in X as [X1 X2].
        destruct (K a b I) as [Y|[Y|[Ya Yb]]]; auto. exfalso.
        destruct E; subst; rewrite Nat.eqb_refl in *; simpl in *; rewrite Hh in * by auto;
          rewrite ?Ya, ?Yb in *; discriminate. }
      destruct (full_or_not points h) as [F|[q [Iq Zq]]].
      + apply drawn; auto. destruct (enough_later h Lh) as [|W]; auto.
        * intros a b I. destruct (K a b I) as [E|[E|[Ea Eb]]]; auto.
          destruct (empty a b I) as ([Ia _] & [Ib _] & Ne).
          destruct (Nat.eq_dec a p) as [->|Na]; [apply Owned; auto|]. exfalso. apply (F a). split; auto. now rewrite Hh.
        * exfalso. apply NW. revert W. apply helps. intros r E. rewrite <- E. symmetry. apply Hh.
          intros ->. congruence.
      + apply goes_on; auto; [intros F; now apply (F q)|]. rewrite T2. apply ours with q; auto; [now split|].
        apply IH.
        * assert (left points h < left points g) by now apply left_play.
          assert (left points (play h q own) < left points h) by now apply left_play. lia.
        * split; [apply inside_play; auto; apply Lh|]. intros r N. unfold play.
          destruct (Nat.eqb_spec r q) as [->|]; [|now apply Lh]. exfalso. apply N. now rewrite <- (proj2 Lh).
        * assert (Hq : forall r, h r = own -> play h q own r = own).
          { intros r E. unfold play. now destruct (Nat.eqb_spec r q). }
          intros c d J. destruct (K c d J) as [E|[E|[Ec Ed]]]; [left; auto|right; left; auto|].
          assert (p = c \/ p = d \/ p <> c /\ p <> d) as [X|[X|[Pc Pd]]] by (destruct (Nat.eq_dec p c), (Nat.eq_dec p d); auto).
          -- destruct (Owned c d J) as [E|E]; auto.
          -- destruct (Owned c d J) as [E|E]; auto.
          -- unfold play. destruct (Nat.eqb_spec c q); auto. destruct (Nat.eqb_spec d q); auto.
             right; right. rewrite !Hh; auto.
  Qed.
End Pairs.
