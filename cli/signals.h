/* SPDX-License-Identifier: MIT */
/*
 * signals.h - ending in order when a signal arrives.
 *
 * SIGINT, SIGTERM and SIGHUP set a flag that the reading engine and all loops
 * look at; the command then prints its summary and ends by that very signal, so
 * that a shell or a script sees what happened. A second signal ends it at once.
 * A signal that was ignored when the program began stays ignored (nohup).
 *
 * SIGPIPE is left as it is: usually it ends the program quietly when the reader
 * of its output has gone, as with other tools. Where a parent ignores it,
 * writing fails with EPIPE, and that is reported with exit status 3.
 */
#ifndef ASSAY_CLI_SIGNALS_H
#define ASSAY_CLI_SIGNALS_H

void signals_catch(void);

/* Not 0 once a signal was caught. For assay_io_options.cancel. */
const volatile int *signals_flag(void);

/* End by the signal that was caught; returns if there was none. */
void signals_end(void);

#endif /* ASSAY_CLI_SIGNALS_H */
