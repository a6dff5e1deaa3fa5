import { setFlagsFromString } from 'node:v8'
import { createLogger, type ServerConfig, StartError } from '#server/config.js'
import type { RunningServer } from '#server/server.js'
import { formatDuration } from '#util/text/duration.js'
import { notifySystemd } from './notify-systemd.js'
import { nextSignal, type ProcessEnvironment, quoteForShell, SIGNAL_CODES } from './process-environment.js'
import { Reloading } from './reloading.js'

/** The maximum time of a shutdown, after its delay. */
const STOP_WITHIN_MS = 10_000
/** Heap growth in percent of live data before a collection. */
const HEAP_GROWTH_PERCENT = 110
/** Inlining limits of V8, in bytes of bytecode: per function and cumulative. */
const MAX_INLINED_LENGTH = 1000
const MAX_INLINED = 2000

/** The part of a server that this command uses. */
type Served = Pick<RunningServer, 'url' | 'close' | 'setLogLevel' | 'reopenLogs' | 'reloadEncryption'> &
  Partial<Pick<RunningServer, 'selfSignedAuthority'>>
type Start = (config: ServerConfig) => Promise<Served>

/** Loads the server lazily, so that help and usage errors are fast. A failed start ends the process. */
const loadAndStart: Start = async (config) => {
  const { startOpening } = await import('#server/storage.js')
  const open = startOpening(config)
  const { startServer } = await import('#server/server.js')
  const server = await startServer(config, open)
  keepHeapSmall()
  inlineMore()
  return server
}

/** A configuration, and the same flags, variables and file read again. */
export interface ServeRequest {
  readonly config: ServerConfig
  /** Rejects with `UsageError`. */
  readonly reread: () => Promise<ServerConfig>
}

/** Serves until a signal, and resolves with the exit code. A second signal exits at once. */
export async function serve(
  { config, reread }: ServeRequest,
  { print: printOut, printError, signals }: Pick<ProcessEnvironment, 'print' | 'printError' | 'signals'>,
  start: Start = loadAndStart,
  stopWithinMs = STOP_WITHIN_MS,
): Promise<number> {
  // With a log on standard output, everything else goes to standard error.
  const print = config.auditLog === '-' || config.accessLog === '-' ? printError : printOut
  let server: Served
  try {
    server = await start(config)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    printError(`binnacle: ${error.message}`)
    return 1
  }
  signals.on('uncaughtExceptionMonitor', (err) => {
    createLogger(config.logLevel, { format: config.logFormat }).error({ err }, 'stopped by a fault')
  })
  // From here on there is something to shut down; earlier a signal ends the process.
  const stop = nextSignal(signals)
  const reloading = new Reloading(config, reread, server)
  const reload = async () => {
    for (const line of await reloading.reload()) print(`binnacle ${line}`)
  }
  signals.on('SIGHUP', reload)
  print(`binnacle is serving at ${server.url} (${describeStorage(config)})`)
  for (const line of firstSteps(server)) print(line)
  void notifySystemd('READY=1', `STATUS=Serving at ${server.url}`)
  const reason = await stop
  signals.off('SIGHUP', reload)
  void notifySystemd('STOPPING=1')
  const patienceMs = config.shutdownDelayMs + stopWithinMs
  const impatience = nextSignal(signals).then((signal) => SIGNAL_CODES[signal])
  const stopped = isSettledWithin(server.close(reason), patienceMs).then((inTime) => {
    if (!inTime) printError(`binnacle: did not stop within ${formatDuration(patienceMs)}, gives up`)
    return inTime ? 0 : 1
  })
  return Promise.race([stopped, impatience])
}

/** Commands to get started. */
function firstSteps({ url, selfSignedAuthority }: Served): string[] {
  if (selfSignedAuthority === undefined) return [`try: kubectl --server ${url} get --raw /apis`]
  const { fingerprint, caFile, adminKubeconfig } = selfSignedAuthority
  return [
    `its certificate authority is ${caFile}, with the SHA-256 fingerprint ${fingerprint}`,
    'try:',
    `  export KUBECONFIG=${quoteForShell(adminKubeconfig)}`,
    '  kubectl get namespaces',
  ]
}

function describeStorage({ storage, dataDir, etcdEndpoints, from }: ServerConfig): string {
  if (from !== '') return `the recording ${from}, in memory`
  switch (storage) {
    case 'memory':
      return 'memory storage'
    case 'embedded':
      return `embedded storage in ${dataDir}`
    case 'etcd':
      return `etcd storage at ${etcdEndpoints.join(',')}`
  }
}

async function isSettledWithin(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([work.then(() => true), deadline])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * V8 lets a fast-growing heap reach four times its live data: 50 MB unused with 50,000 objects. Less than twice slows
 * creates by a twentieth, because a small store would collect three times a second. The flag is read after every
 * collection, so it may be set at run time.
 */
function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
}

/**
 * A request passes many small functions, more than V8 inlines by default. Which ones are left out depends on their
 * first calls, so a server would stay fast or slow for its lifetime. The flags are read at every compilation.
 */
function inlineMore(): void {
  setFlagsFromString(`--max-inlined-bytecode-size=${MAX_INLINED_LENGTH}`)
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${MAX_INLINED}`)
}
