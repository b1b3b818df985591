"""Nearly Done: a task scheduler from scratch, and how long is left.

The rooms, each importing only from those above it:

    libm         exp, log and cos whose last digit is the same on every machine
    draws        random numbers, the same on every machine
    shape        what a job is drawn from
    jobs         tasks that wait for each other; drawn from a seed, or given
    scheduler    four rules and a loop
    moment       what is known at one minute of a run
    bars         count, work, plan, learn: what a progress bar shows at a moment
    honesty      how far a bar was from the truth
    batch        many jobs at once, in numpy, with the same results
    measure      averages over many jobs, by either engine
    supervisor   what notices work that fails without a word
    drawings     runs, rules and boards as SVG and tables; plain Python
    charts       curves, drawn by matplotlib
    commands     what can be asked, with its options
    figures      what each figure of the article can be asked
    bridge, cli  the ways in, for the page and for a terminal
"""
