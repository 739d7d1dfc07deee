// The clock and posix_spawn, which C23 alone does not have.
#define _POSIX_C_SOURCE 200809L
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

double monotonic_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double timed_run(char *const words[], const char *output, int *status) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(
    &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  *status = -1;
  pid_t child;
  double start = monotonic_seconds();
  if (posix_spawnp(&child, words[0], &actions, NULL, words, environ) == 0) {
    int ended;
    while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
    }
    *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
  }
  double end = monotonic_seconds();
  posix_spawn_file_actions_destroy(&actions);
  return end - start;
}
