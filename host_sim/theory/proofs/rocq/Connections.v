(* Which groups join borders, and what a ring surrounds, on masks. *)
Require Import List Arith NArith Bool Lia.
Require Import Game Steps Masks.
Import ListNotations.

Section Connections.
  Variable nears : neighbours.

  Notation near := (near nears).
  Notation touches := (touches nears).
  Notation joined := (joined nears).
  Notation ringed := (ringed nears).

  Lemma touches_helps s f g p k bs : (forall p, f p = s -> g p = s) -> touches s f p k bs -> touches s g p k bs.
  Proof.
    intros H. induction 1; [constructor| |now apply elsewhere].
    apply there with q; auto. now apply path_sub with (fun r => f r = s).
  Qed.

  Lemma joined_helps joins s f g : (forall p, f p = s -> g p = s) -> joined joins s f -> joined joins s g.
  Proof. intros H (k & bs & p & I & P & T). exists k, bs, p. repeat split; auto. revert T. now apply touches_helps. Qed.

  Lemma ringed_helps inner s f g : (forall p, f p = s -> g p = s) -> ringed inner s f -> ringed inner s g.
  Proof.
    intros H (p & I & R). exists p. split; auto. intros q W. apply R. revert W. apply path_sub. intros r N E. now apply N, H.
  Qed.

  (* On masks. *)
  Definition places : nat := S (list_max (flat_map (fun pl => fst pl :: snd pl) nears)).
  Definition beside_one (p : point) : N := mask (flat_map (fun pl => if fst pl =? p then snd pl else []) nears).
  Definition beside : list N := map beside_one (seq 0 places).

  Lemma in_places p q : near p q -> p < places /\ q < places.
  Proof.
    intros (l & I & J). unfold places. set (all := flat_map _ nears).
    assert (H : forall x, In x all -> x < S (list_max all)).
    { intros x X. apply Nat.lt_succ_r. assert (F := proj1 (list_max_le all (list_max all)) (Nat.le_refl _)).
      rewrite Forall_forall in F. now apply F. }
    split; apply H; unfold all; apply in_flat_map; exists (p, l); simpl; auto.
  Qed.

  Lemma beside_near p q : near p q <-> exists a, nth_error beside p = Some a /\ has a q = true.
  Proof.
    assert (X : has (beside_one p) q = true <-> near p q).
    { unfold beside_one. rewrite has_mask, in_flat_map. split.
      - intros ([a l] & I & J). simpl in J. destruct (Nat.eqb_spec a p); [subst; now exists l|easy].
      - intros (l & I & J). exists (p, l). simpl. now rewrite Nat.eqb_refl. }
    unfold beside. split.
    - intros N. exists (beside_one p). split; [|now apply X]. apply map_nth_error. rewrite nth_error_nth' with (d := 0).
      + now rewrite seq_nth by apply (in_places p q N).
      + rewrite seq_length. apply (in_places p q N).
    - intros (a & E & H). apply X. destruct (nth_error (seq 0 places) p) as [x|] eqn:Y.
      + rewrite (map_nth_error _ _ _ Y) in E. assert (x = p) as ->.
        { apply nth_error_nth with (d := 0) in Y as Z. rewrite seq_nth in Z; [easy|].
          rewrite <- (seq_length places 0). apply nth_error_Some. congruence. }
        injection E as <-. exact H.
      + apply nth_error_None in Y. rewrite (proj2 (nth_error_None _ _)) in E; [easy|]. now rewrite map_length.
  Qed.

  (* Whether a group of `own` passes a test; seeds: stones, a mask each; met: groups that failed. *)
  Fixpoint some_group (beside : list N) (places : nat) (test : N -> bool) (own : N) (seeds : list N) (met : N) : bool :=
    match seeds with
    | [] => false
    | b :: seeds =>
        if negb (N.eqb (N.land b met) 0) then some_group beside places test own seeds met
        else let group := reached places beside own b in
          test group || some_group beside places test own seeds (N.lor met group)
    end.

  Definition hit (bs : list N) (k : nat) (group : N) : bool :=
    k <=? length (filter (fun b => negb (N.eqb (N.land group b) 0)) bs).

  Lemma hit_touches s f own p k bs : (forall p, has own p = true <-> f p = s) ->
    hit (map mask bs) k (reached places beside own (bit p)) = true <-> touches s f p k bs.
  Proof.
    intros O. set (g := reached _ _ _ _). assert (G : forall q, has g q = true <-> path near (fun r => f r = s) p q).
    { intros q. unfold g. rewrite (reached_from near places beside beside_near (fun p q N => proj2 (in_places p q N))).
      split; apply path_sub; intros r; apply O. }
    unfold hit. rewrite Nat.leb_le. split.
    - revert k. induction bs as [|b bs IH]; simpl; intros k H.
      + replace k with 0 by lia. constructor.
      + destruct (negb _) eqn:E; simpl in H.
        * destruct k; [constructor|]. apply meets in E as (q & A & B).
          apply there with q; [now apply has_mask|now apply G|apply IH; lia].
        * apply elsewhere. now apply IH.
    - induction 1; simpl; [lia| |].
      + replace (negb (N.eqb (N.land g (mask b)) 0)) with true; [simpl; lia|].
        symmetry. apply meets. exists q. split; [now apply G|now apply has_mask].
      + destruct (negb (N.eqb (N.land g (mask b)) 0)); simpl; lia.
  Qed.

  Lemma touches_group s f p q k bs : path near (fun r => f r = s) p q -> touches s f q k bs -> touches s f p k bs.
  Proof.
    intros W. induction 1; [constructor| |now apply elsewhere]. apply there with q0; auto. now apply path_trans with q.
  Qed.

  Lemma some_group_touches s f own k bs ps : (forall p, has own p = true <-> f p = s) -> forall met,
    (forall p, has met p = true -> ~ touches s f p k bs) ->
    some_group beside places (hit (map mask bs) k) own (map bit ps) met = true <->
    exists p, In p ps /\ touches s f p k bs.
  Proof.
    intros O. induction ps as [|p ps IH]; intros met M; simpl; [split; [easy|intros (p & [] & _)]|].
    destruct (negb _) eqn:E.
    - apply meets in E as (q & B & Q). rewrite has_bit in B. apply Nat.eqb_eq in B. subst q. rewrite IH by auto. split.
      + intros (q & I & T). eauto.
      + intros (q & [<-|I] & T); [now apply M in T|eauto].
    - destruct (hit (map mask bs) k (reached places beside own (bit p))) eqn:H.
      + simpl. apply (hit_touches s f own p k bs O) in H. split; eauto.
      + simpl. assert (NT : ~ touches s f p k bs).
        { intros T. apply (hit_touches s f own p k bs O) in T. congruence. }
        rewrite IH.
        * split; [intros (q & I & T); eauto|intros (q & [<-|I] & T); [easy|eauto]].
        * intros q Q T. rewrite has_lor in Q. apply orb_prop in Q as [Q|Q]; [now apply M in T|].
          rewrite (reached_from near places beside beside_near (fun p q N => proj2 (in_places p q N))) in Q.
          apply NT. apply touches_group with q; auto. revert Q. apply path_sub. intros r. apply O.
  Qed.

  Definition wanted (joins : list join) (s : side) : list (nat * list N) :=
    map (fun j => (snd (fst j), map mask (snd j))) (filter (fun j => fst (fst j) =? s) joins).
  Definition join_mask (beside : list N) (places : nat) (wanted : list (nat * list N)) (stones : list N) (own : N) : bool :=
    existsb (fun kb => some_group beside places (hit (snd kb) (fst kb)) own stones 0%N) wanted.

  Lemma join_mask_joined joins s f own ps : (forall p, has own p = true <-> f p = s) -> (forall p, In p ps <-> f p = s) ->
    join_mask beside places (wanted joins s) (map bit ps) own = true <-> joined joins s f.
  Proof.
    intros O P. unfold join_mask, wanted, joined. rewrite existsb_exists. split.
    - intros ([k m] & I & G). apply in_map_iff in I as ([[s' k'] bs] & E & I). injection E as <- <-.
      apply filter_In in I as [I E]. simpl in *. apply Nat.eqb_eq in E. subst.
      apply (some_group_touches s f own k' bs ps O) in G as (p & J & T); [|now intros p; rewrite has_0].
      exists k', bs, p. repeat split; auto. now apply P.
    - intros (k & bs & p & I & Fp & T). exists (k, map mask bs). split.
      + apply in_map_iff. exists (s, k, bs). split; auto. apply filter_In. split; auto. apply Nat.eqb_refl.
      + apply (some_group_touches s f own k bs ps O); [now intros q; rewrite has_0|]. exists p. split; auto. now apply P.
  Qed.

  Definition ring_mask (beside : list N) (places : nat) (all : N) (inner : N) (starts : list N) (own : N) : bool :=
    existsb (fun b => N.eqb (N.ldiff (reached places beside (N.ldiff all own) b) inner) 0) starts.

  Lemma ring_mask_ringed inner s f own : (forall p, has own p = true <-> f p = s) ->
    ring_mask beside places (mask (seq 0 places)) (mask inner) (map bit inner) own = true <-> ringed inner s f.
  Proof.
    intros O. set (all := mask (seq 0 places)).
    assert (G : forall p q, has (reached places beside (N.ldiff all own) (bit p)) q = true <->
        path near (fun r => f r <> s) p q).
    { intros p q. rewrite (reached_from near places beside beside_near (fun p q N => proj2 (in_places p q N))). split.
      - apply path_sub. intros r H E. rewrite has_ldiff in H. apply O in E. rewrite E in H. now rewrite andb_false_r in H.
      - induction 1 as [|q r W IH N F]; [constructor|]. apply on with q; auto. rewrite has_ldiff, andb_true_iff. split.
        + apply has_mask, in_seq. apply in_places in N. lia.
        + destruct (has own r) eqn:E; auto. now apply O in E. }
    unfold ring_mask, ringed. rewrite existsb_exists. split.
    - intros (b & I & W). apply in_map_iff in I as (p & <- & I). exists p. split; auto. intros q Q.
      apply has_mask. rewrite within in W. now apply W, G.
    - intros (p & I & R). exists (bit p). split; [now apply in_map|]. apply within. intros q Q. apply has_mask, R, G, Q.
  Qed.

  (* Whether an order of the points takes neighbours to neighbours, and borders to borders. *)
  Definition near_b (p q : point) : bool :=
    existsb (fun pl => (fst pl =? p) && existsb (Nat.eqb q) (snd pl)) nears.
  Definition keeps_near (o : point -> point) : bool :=
    forallb (fun pl => forallb (fun q => near_b (o (fst pl)) (o q)) (snd pl)) nears.
  Definition keeps_set (o : point -> point) (l : list point) : bool :=
    forallb (fun p => existsb (Nat.eqb (o p)) l) l.

  Fixpoint without (m : N) (bs : list border) : option (list border) :=
    match bs with
    | [] => None
    | b :: bs => if N.eqb m (mask b) then Some bs else option_map (cons b) (without m bs)
    end.
  Fixpoint embeds (o : point -> point) (bs bs' : list border) : bool :=
    match bs with
    | [] => true
    | b :: bs => match without (mask (map o b)) bs' with Some bs' => embeds o bs bs' | None => false end
    end.
  Definition turns_joins (joins joins' : list join) (o : point -> point) : bool :=
    forallb (fun j => existsb (fun j' =>
      (fst (fst j) =? fst (fst j')) && (snd (fst j) =? snd (fst j')) && embeds o (snd j) (snd j')) joins') joins.
  Definition keeps_joins (joins : list join) : (point -> point) -> bool := turns_joins joins joins.

  Lemma keeps_near_sound o p q : keeps_near o = true -> near p q -> near (o p) (o q).
  Proof.
    intros K (l & I & J). unfold keeps_near in K. rewrite forallb_forall in K. specialize (K _ I).
    rewrite forallb_forall in K. specialize (K q J). unfold near_b in K. apply existsb_exists in K as ([a m] & X & E).
    apply andb_prop in E as [E Q]. apply Nat.eqb_eq in E. simpl in *. subst. exists m. split; auto. now apply in_list.
  Qed.

  Lemma keeps_path o (kind kind' : point -> Prop) p q : keeps_near o = true -> (forall r, kind r -> kind' (o r)) ->
    path near kind p q -> path near kind' (o p) (o q).
  Proof. intros K H. induction 1; [constructor|]. apply on with (o q); auto. now apply keeps_near_sound. Qed.

  Lemma embeds_touches o s f g p bs : keeps_near o = true -> like o f g -> forall k bs',
    embeds o bs bs' = true -> touches s f p k bs -> touches s g (o p) k bs'.
  Proof.
    intros K L. assert (W : forall m bs bs', without m bs = Some bs' -> forall k,
      (touches s g (o p) k bs' -> touches s g (o p) k bs) /\
      ((exists q, has m q = true /\ path near (fun r => g r = s) (o p) q) -> touches s g (o p) k bs' ->
        touches s g (o p) (S k) bs)).
    { intros m cs. induction cs as [|c cs IH]; intros cs' E k; simpl in E; [easy|].
      destruct (N.eqb_spec m (mask c)) as [->|N].
      - injection E as <-. split; [apply elsewhere|]. intros (q & Q & P) T. apply there with q; auto. now apply has_mask.
      - destruct (without m cs) as [rest|] eqn:R; [|easy]. injection E as <-. split.
        + intros T. inversion T; subst; [constructor|apply there with q; auto|apply elsewhere]; now apply (IH _ eq_refl).
        + intros X T. inversion T; subst; [apply elsewhere| |apply elsewhere].
          * apply (IH _ eq_refl); auto. constructor.
          * apply there with q; auto. now apply (IH _ eq_refl).
          * now apply (IH _ eq_refl). }
    induction bs as [|b bs IH]; intros k bs' E T; simpl in E.
    - inversion T. constructor.
    - destruct (without (mask (map o b)) bs') as [rest|] eqn:R; [|easy]. inversion T; subst; [constructor| |].
      + apply (W _ _ _ R); [|now apply IH]. exists (o q). split.
        * apply has_mask. now apply in_map.
        * eapply keeps_path; [auto| |eassumption]. intros r. simpl. now rewrite <- L.
      + apply (W _ _ _ R). now apply IH.
  Qed.

  Lemma turns_joins_sound joins joins' o s f g : keeps_near o = true -> turns_joins joins joins' o = true -> like o f g ->
    joined joins s f -> joined joins' s g.
  Proof.
    intros KN K L (k & bs & p & I & P & T). unfold turns_joins in K. rewrite forallb_forall in K. specialize (K _ I).
    apply existsb_exists in K as ([[s' k'] bs'] & J & E). apply andb_prop in E as [E X]. apply andb_prop in E as [A B].
    apply Nat.eqb_eq in A, B. simpl in *. subst s' k'. exists k, bs', (o p).
    split; auto. split; [now rewrite <- L|now apply embeds_touches with f bs].
  Qed.

  Lemma keeps_ring_sound inner o o' s f g : (forall p, o (o' p) = p) -> (forall p, o' (o p) = p) ->
    keeps_near o' = true -> keeps_set o inner = true -> like o f g -> ringed inner s f -> ringed inner s g.
  Proof.
    intros Forth Back KN K L (p & I & R).
    assert (In_o : forall q, In q inner -> In (o q) inner).
    { intros q Q. unfold keeps_set in K. rewrite forallb_forall in K. now apply in_list, K. }
    exists (o p). split; auto. intros q W. rewrite <- (Forth q). apply In_o, R.
    rewrite <- (Back p). revert W. apply keeps_path; auto. intros r. now rewrite L, Forth.
  Qed.
End Connections.
