/// Seconds of the monotonic clock.
double monotonic_seconds(void);

/// Runs a command to its end, and gives the seconds that it took from before it was started; its standard output goes to a
/// file, made anew, its standard error nowhere.
///
/// @param words the command, looked for in PATH unless it has a slash, and its arguments; NULL ends them.
/// @param status becomes the exit status, 128 and the number of the signal that ended the command, or -1 when it could not be started.
double timed_run(char *const words[], const char *output, int *status);
