"""Hex on 5x5 with two stones at most: winning moves, for search/hex_solver.py. Made by `python -m tools suites book`.

A letter per point: A is point 0; "." where the side to move has no winning move. The first line answers each opening of
side 1; in the lines that follow, one for each opening, stand answers of side 1 to each reply.
"""

WINS = (
    b"MMMM.M....Q...I....M.MMMM"
    b".MMEIM.I.MMM.QMM.QQMRSQMM"
    b"M.MIIM.I.MMM.QMM.QQMRSQMM"
    b"MM.MIMMI.MMM.MMM.QMMRMQMM"
    b"MMM.MMM..MMM.MMM..MMRMQMM"
    b"MMMM.MMNJMMMNMMMNQMMNNQMM"
    b"MMMMM.MMMMMM.MMMRQMMRMMMM"
    b"MMMMMM.MMMMMRMMMRQMMRMMMM"
    b"MMMMMMM.MMMMRMMMRQMMRMMMM"
    b"MMMEDMMM.MMMNMMMNQMMRNMMM"
    b"EEEEHEEIE.EMSMMMNQMMREQMM"
    b"MMMQQMMIQM.MQMMM.QMMRUQMM"
    b"QMIQQQMIQQQ.QQQQRQQQQUQQQ"
    b"HHIHHHHIHHHH.RRQRQQHRRQHH"
    b"IIIEHIIIHIIII.IIIIMIIIIMI"
    b"MMIEHMMI.MMMIM.MIIMMIIMMM"
    b"MMICHMMIHMMMGMM.UQMMRUUMM"
    b"MMMHHMMIHMMMLMMM.MMMMUMMM"
    b"MMMMHMMIHMMMHMMMM.MMMMMMM"
    b"MMMEHMMIHMMMHMMMMM.MMMMMM"
    b"MMMEHMMIHMMM.MMMMMM.MMMMM"
    b"MMILHMMILMMMLMMMMLMM.MMMM"
    b"MMIMHMM..MMM.MMM..MMM.MMM"
    b"MMIEHMMI.MMM.MMM.QMMQM.MM"
    b"MMIIHMII.MMI.MMM.Q.MQIM.M"
    b"MMIIHMII.MMI.MMM.Q.MQUMM."
)
