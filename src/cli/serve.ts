import { setFlagsFromString } from 'node:v8'
import { type ServerConfig, StartError } from '#server/config.js'
import type { RunningServer } from '#server/server.js'
import { formatDuration } from '#util/duration.js'
import { nextSignal, type ProcessEnvironment, SIGNAL_CODES } from './process-environment.js'

/** How long it may take to stop, everything included. */
const STOP_WITHIN_MS = 10_000
/** How much larger than what lives in it, in percent, the heap may become before it is collected. */
const HEAP_GROWTH_PERCENT = 110
/** How long a function may be, in bytes of bytecode, that V8 compiles into those that call it, and all such together. */
const MAX_INLINED_LENGTH = 1000
const MAX_INLINED = 2000

/** What the command line needs of a server. */
type Served = Pick<RunningServer, 'url' | 'close'> & Partial<Pick<RunningServer, 'selfSignedAuthority'>>
type Start = (config: ServerConfig) => Promise<Served>

/**
 * The server is loaded only now: help and usage errors are printed without waiting for it. A start that fails ends the
 * process, and with it what the storage has begun.
 */
const loadAndStart: Start = async (config) => {
  const { startOpening } = await import('#server/storage.js')
  const open = startOpening(config)
  const { startServer } = await import('#server/server.js')
  const server = await startServer(config, open)
  keepHeapSmall()
  inlineMore()
  return server
}

/** Serves until a signal comes, and resolves with the exit code. A second signal does not wait for anything. */
export async function serve(
  config: ServerConfig,
  { print: printOut, printError, signals }: Pick<ProcessEnvironment, 'print' | 'printError' | 'signals'>,
  start: Start = loadAndStart,
  stopWithinMs = STOP_WITHIN_MS,
): Promise<number> {
  // Standard output holds nothing but events where it is the audit log.
  const print = config.auditLog === '-' ? printError : printOut
  let server: Served
  try {
    server = await start(config)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    printError(`binnacle: ${error.message}`)
    return 1
  }
  // Only now: until here there is nothing to finish, and a signal may end the process as it does any other.
  const stop = nextSignal(signals)
  print(`binnacle is serving at ${server.url} (${describeStorage(config)})`)
  for (const line of firstSteps(server)) print(line)
  await stop
  const impatience = nextSignal(signals).then((signal) => SIGNAL_CODES[signal])
  const stopped = isSettledWithin(server.close(), stopWithinMs).then((inTime) => {
    if (!inTime) printError(`binnacle: did not stop within ${formatDuration(stopWithinMs)}, gives up`)
    return inTime ? 0 : 1
  })
  return Promise.race([stopped, impatience])
}

/** What a person copies to begin with. */
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

const quoteForShell = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

function describeStorage({ storage, dataDir, etcdEndpoints }: ServerConfig): string {
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
 * V8 lets a heap that is filled quickly grow to four times what lives in it. With 50,000 objects that is 50 MB that are
 * never used. Less than twice costs a twentieth of creations: a small store then collects three times a second. The flag is
 * read at the end of every collection, so it may be set while the program runs.
 */
function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
}

/**
 * What a request goes through is many small functions, more than V8 compiles into one by default; which of them are left out is
 * decided by when they were first called often, and a server is fast or slow for as long as it lives. The flags are read whenever
 * a function is compiled.
 */
function inlineMore(): void {
  setFlagsFromString(`--max-inlined-bytecode-size=${MAX_INLINED_LENGTH}`)
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${MAX_INLINED}`)
}
