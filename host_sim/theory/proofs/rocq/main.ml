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
  List.of_seq (String.to_seq text)

let said (sides, draws) =
  String.concat "" (List.map (fun s -> string_of_int (int_of_nat s)) sides) ^ if draws then " draws" else " wins"

let fail code why = prerr_endline why; exit code

let () =
  match Sys.argv with
  | [| _; file |] -> (
      match check (try read file with Sys_error why -> fail 2 why) with
      | Proven (_, claims) -> print_endline (String.concat ", " (List.map said claims) ^ " is proven")
      | Refused (line, why) -> fail 1 ("line " ^ string_of_int (int_of_n line) ^ ": " ^ text_of why))
  | _ -> fail 2 "usage: check FILE"
