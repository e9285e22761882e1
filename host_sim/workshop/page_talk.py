"""What the page's worker asks of the device. Each call returns JSON: an object, or {"error": [line, line, ...]}.

    connect(tidy)                    stop what runs: {"machine", "chip", "board", "version", "left": [line, ...], "tidied"};
                                     `left` has what comes before Glowgrid; tidy: move that aside
    look()                           {"own": [path], "strategies": [path], "saves": [path], "games": [number], "crash": bool,
                                     "files": {path: sha256}}: what is on the device
    update(folder, report, dry_run)  bring it to the files in a folder of MicroPython's file system; report(json) is
                                     called with {"total": bytes}, {"step": what}, {"copied": bytes}; the answer is
                                     {"plan": {"copy": [path], ...}, "kept_in", "in_one_piece", "doubts": [line]}
    fetch(paths, folder)             copy files of the device (a list in JSON) into a folder: {"files": [path]}
    put(folder, report)              copy all files of a folder to the device: {"files": [path]}
    remove(paths)                    remove files (a list in JSON): {}
    leave()                          restart the device and release the port: {}
    started()                        after `leave`, with the port open once more: {"on": "the menu is on the lights"}

After an error the device restarts, if it can be reached, and the port is released.
"""
