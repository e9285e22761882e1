#!/usr/bin/env bash
# Random input and random play for some minutes, half of the time each; the reports go into a folder.
#
#     tools/lab/night.sh MINUTES SEED FOLDER
#
# Each round has a seed of its own. Exit code 1 if a round found a fault; its report names the seed. Five faults end a kind.
set -u
minutes=$1 seed=$2 folder=$3
cd "$(dirname "$0")/../.."
mkdir -p "$folder"
found=0
for what in fuzz soak; do
  round=0
  faults=0
  end=$((SECONDS + minutes * 30))
  while [ $SECONDS -lt $end ] && [ $faults -lt 5 ]; do
    round=$((round + 1))
    own=$((seed * 1000 + round))
    if [ $what = fuzz ]; then
      words="fuzz all --runs 500 --seed $own"
    else
      boards=(boards/*_*.json)
      board=$(basename "${boards[own % ${#boards[@]}]}" .json)
      words="soak --hours 0.02 --board $board --seed $own --folder $folder/evenings"
    fi
    # shellcheck disable=SC2086
    .venv/bin/python -m tools.lab $words >"$folder/$what-$own.txt" 2>&1 || {
      found=1
      faults=$((faults + 1))
      echo "FAULT: python -m tools.lab $words" | tee -a "$folder/faults.txt"
      tail -n 5 "$folder/$what-$own.txt"
    }
  done
  echo "$what: $round rounds"
done
exit $found
