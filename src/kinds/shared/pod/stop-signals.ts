/** The signals that can ask a container to stop. */

const NAMED =
  'SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMIN SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ'

const realTime = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${from}${index + 1}`)

export const STOP_SIGNALS: readonly string[] = [
  ...NAMED.split(' '),
  ...realTime('SIGRTMIN+', 15),
  ...realTime('SIGRTMAX-', 14),
].sort()

/** The only ones that Windows knows. */
export const WINDOWS_STOP_SIGNALS: readonly string[] = ['SIGKILL', 'SIGTERM']
