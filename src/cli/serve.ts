import type { EventEmitter } from 'node:events'
import { type ServerConfig, StartError } from '../server/config.js'
import type { RunningServer } from '../server/server.js'
import { formatDuration } from '../util/duration.js'

/** What a command needs of the process around it. */
export interface Surroundings {
  /** Writes a line to standard output. */
  print(line: string): void
  /** Writes a line to standard error. */
  complain(line: string): void
  /** Emits `SIGTERM` and `SIGINT`. */
  readonly signals: EventEmitter
}

/** How long it may take to stop, everything included. */
const STOP_WITHIN_MS = 10_000

/** By convention 128 and the number of the signal. */
const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 } as const
type StopSignal = keyof typeof SIGNAL_CODES

type Start = (config: ServerConfig) => Promise<RunningServer>

/** The server is loaded only now: help and mistakes are told without waiting for it. */
const loadAndStart: Start = async (config) => {
  const { startServer } = await import('../server/server.js')
  return startServer(config)
}

/** Serves until a signal comes, and resolves with the exit code. A second signal does not wait for anything. */
export async function serve(
  config: ServerConfig,
  surroundings: Surroundings,
  start: Start = loadAndStart,
  stopWithinMs = STOP_WITHIN_MS,
): Promise<number> {
  const { signals } = surroundings
  const received: StopSignal[] = []
  let onFirst = () => {}
  let onSecond = (_code: number) => {}
  const first = new Promise<void>((resolve) => {
    onFirst = resolve
  })
  const second = new Promise<number>((resolve) => {
    onSecond = resolve
  })
  const listener = (signal: StopSignal) => {
    received.push(signal)
    if (received.length === 1) onFirst()
    else onSecond(SIGNAL_CODES[signal])
  }
  for (const signal of Object.keys(SIGNAL_CODES)) signals.on(signal, listener)
  try {
    return await Promise.race([runUntil(first, config, surroundings, start, stopWithinMs), second])
  } finally {
    for (const signal of Object.keys(SIGNAL_CODES)) signals.off(signal, listener)
  }
}

async function runUntil(
  stop: Promise<void>,
  config: ServerConfig,
  { print, complain }: Surroundings,
  start: Start,
  stopWithinMs: number,
): Promise<number> {
  let server: RunningServer
  try {
    server = await start(config)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    complain(`binnacle: ${error.message}`)
    return 1
  }
  print(`binnacle is serving at ${server.url} (${describeStorage(config)})`)
  print(`try: kubectl --server ${server.url} get --raw /apis`)
  await stop
  if (await isSettledWithin(server.close(), stopWithinMs)) return 0
  complain(`binnacle: did not stop within ${formatDuration(stopWithinMs)}, gives up`)
  return 1
}

function describeStorage({ storage, dataDir }: ServerConfig): string {
  return storage === 'memory' ? 'memory storage' : `${storage} storage in ${dataDir}`
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
