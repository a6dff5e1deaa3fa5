import {
  explicit,
  type Infer,
  inline,
  int32,
  int64,
  intOrString,
  list,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

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

export const ExecAction = struct(
  'io.k8s.api.core.v1.ExecAction',
  'Command to run inside a container.',
  () => ({
    command: optional(1, list(string), 'Program and arguments, run directly and not through a shell.', {
      listType: 'atomic',
    }),
  }),
)
export interface ExecAction extends Infer<typeof ExecAction> {}

export const HTTPHeader = struct(
  'io.k8s.api.core.v1.HTTPHeader',
  'One header of an HTTP probe request.',
  () => ({
    name: required(1, string, 'Header name: letters, digits and hyphens.'),
    value: required(2, string, 'Header text, sent as it is.'),
  }),
)
export interface HTTPHeader extends Infer<typeof HTTPHeader> {}

export const HTTPGetAction = struct(
  'io.k8s.api.core.v1.HTTPGetAction',
  'HTTP GET request sent to a container.',
  () => ({
    path: optional(1, string, 'URL path to request; a single slash when left out.', { default: '/' }),
    port: required(2, intOrString, 'Port to contact, by number or by container port name.'),
    host: optional(3, string, 'Host to connect to; the IP address of the pod when empty.'),
    scheme: optional(4, string, 'HTTP or HTTPS; plain HTTP when left out.', {
      default: 'HTTP',
      enum: ['HTTP', 'HTTPS'],
    }),
    httpHeaders: optional(5, list(HTTPHeader), 'Request headers to send; names may repeat.', {
      listType: 'atomic',
    }),
  }),
)
export interface HTTPGetAction extends Infer<typeof HTTPGetAction> {}

export const TCPSocketAction = struct(
  'io.k8s.api.core.v1.TCPSocketAction',
  'TCP connection opened to a container.',
  () => ({
    port: required(1, intOrString, 'Port to connect to, by number or by container port name.'),
    host: optional(2, string, 'Host to open the connection to; the pod address when empty.'),
  }),
)
export interface TCPSocketAction extends Infer<typeof TCPSocketAction> {}

export const GRPCAction = struct(
  'io.k8s.api.core.v1.GRPCAction',
  'Call of the gRPC health service of a container.',
  () => ({
    port: required(1, int32, 'Port number of the gRPC service, from 1 to 65535.'),
    service: explicit(2, string, 'Service name put in the health request; empty when left out.', {
      default: '',
    }),
  }),
)
export interface GRPCAction extends Infer<typeof GRPCAction> {}

export const SleepAction = struct('io.k8s.api.core.v1.SleepAction', 'Pause of a container.', () => ({
  seconds: required(1, int64, 'Seconds to wait.'),
}))
export interface SleepAction extends Infer<typeof SleepAction> {}

export const ProbeHandler = struct(
  'io.k8s.api.core.v1.ProbeHandler',
  'Check to make: a command, an HTTP request, a TCP connection or a gRPC call.',
  () => ({
    exec: explicit(1, ExecAction, 'Command run inside the container; exit code zero means success.'),
    httpGet: explicit(2, HTTPGetAction, 'HTTP GET request; status codes from 200 to 399 mean success.'),
    tcpSocket: explicit(3, TCPSocketAction, 'TCP connection attempt; an accepted connection means success.'),
    grpc: explicit(4, GRPCAction, 'Call of the gRPC health service; the status SERVING means success.'),
  }),
)
export interface ProbeHandler extends Infer<typeof ProbeHandler> {}

export const LifecycleHandler = struct(
  'io.k8s.api.core.v1.LifecycleHandler',
  'Action to perform: a command, an HTTP request or a pause; set exactly one.',
  () => ({
    exec: explicit(1, ExecAction, 'Command run inside the container.'),
    httpGet: explicit(2, HTTPGetAction, 'HTTP GET request to send.'),
    tcpSocket: explicit(3, TCPSocketAction, 'Not supported by nodes; kept for objects that have it.'),
    sleep: explicit(4, SleepAction, 'Pause before the container goes on.'),
  }),
)
export interface LifecycleHandler extends Infer<typeof LifecycleHandler> {}

export const Probe = struct(
  'io.k8s.api.core.v1.Probe',
  'Periodic health check of a container; set exactly one kind of check.',
  () => ({
    ...inline(1, ProbeHandler),
    initialDelaySeconds: optional(2, int32, 'Seconds after container start before the first check.'),
    timeoutSeconds: optional(3, int32, 'Timeout of a check in seconds; one when left out.', { default: 1 }),
    periodSeconds: optional(4, int32, 'Seconds between two checks; ten when left out.', { default: 10 }),
    successThreshold: optional(
      5,
      int32,
      'Passes in a row needed after a failure; one by default, always one for liveness.',
      { default: 1 },
    ),
    failureThreshold: optional(
      6,
      int32,
      'Failures in a row before the check counts as failed; three when left out.',
      { default: 3 },
    ),
    terminationGracePeriodSeconds: explicit(
      7,
      int64,
      'Grace period in seconds when this check fails; that of the pod when left out. Not for readiness.',
    ),
  }),
)
export interface Probe extends Infer<typeof Probe> {}

export const Lifecycle = struct(
  'io.k8s.api.core.v1.Lifecycle',
  'Actions tied to the start and stop of a container.',
  () => ({
    postStart: explicit(
      1,
      LifecycleHandler,
      'Action run right after creation; if it fails the container is killed.',
    ),
    preStop: explicit(
      2,
      LifecycleHandler,
      'Action run before the stop signal is sent, within the grace period.',
    ),
    stopSignal: explicit(
      3,
      string,
      'Stop signal of the container, such as SIGUSR1; needs the os field of the pod.',
      { enum: STOP_SIGNALS },
    ),
  }),
)
export interface Lifecycle extends Infer<typeof Lifecycle> {}
