(* check FILE: say what a proof shows, or the first line that is wrong. Certificate is extracted from Coq. *)
open Certificate

let rec int_of_positive = function
  | XH -> 1
  | XO p -> 2 * int_of_positive p
  | XI p -> 2 * int_of_positive p + 1

let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p
let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n
let text_of chars = String.of_seq (List.to_seq chars)

let read file =
  let channel = open_in_bin file in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text

let said (sides, draws) =
  String.concat "" (List.map (fun s -> string_of_int (int_of_nat s)) sides) ^ if draws then " draws" else " wins"

(* A file of lines with carriers, in one part; the checker has compared its last line with what is proven. *)
let begins text first = String.length text >= String.length first && String.sub text 0 (String.length first) = first
let one_part text = List.fold_left (fun t c -> Char (c, t)) No_more (List.rev (List.of_seq (String.to_seq text)))
let ending text = List.nth (List.rev (String.split_on_char '\n' (String.trim text))) 0

let fail code why = prerr_endline why; exit code

let refuse line why = fail 1 ("line " ^ string_of_int (int_of_n line) ^ ": " ^ text_of why)

let judge text =
  if begins text "glowgrid proof 2:" then
    match check_2 [ one_part text ] with
    | Shown _ -> let said = ending text in print_endline (String.sub said 4 (String.length said - 4) ^ " is proven")
    | Wrong (line, why) -> refuse line why
  else
    match check (List.of_seq (String.to_seq text)) with
    | Proven (_, claims) -> print_endline (String.concat ", " (List.map said claims) ^ " is proven")
    | Refused (line, why) -> refuse line why

let () =
  match Sys.argv with
  | [| _; file |] -> judge (try read file with Sys_error why -> fail 2 why)
  | _ -> fail 2 "usage: check FILE"
