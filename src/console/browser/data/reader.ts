import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Failure } from '#console/model/api/failure.js'
import type { Connection } from '#console/model/stream/watch-streams.js'
import type { View } from '#console/model/table/row-store.js'
import { mustSignIn, token } from '../api/credentials.js'
import { config } from '../config.js'
import type { FromWorker, ObjectsState, RowName, Source, TableState, ToWorker } from './messages.js'

/** The connection of the worker. */
export const connection = signal<{ readonly state: Connection; readonly failure: Failure | undefined }>({
  state: 'idle',
  failure: undefined,
})

/** A table that the worker reads. */
export interface TableReader {
  readonly state: ReadonlySignal<TableState>
  view(view: View): void
  window(start: number, count: number): void
  /** The names of all rows that match. */
  all(): Promise<readonly RowName[]>
  close(): void
}

export interface ObjectsReader {
  readonly state: ReadonlySignal<ObjectsState>
  close(): void
}

const EMPTY_READ = { isComplete: false, failure: undefined }
const EMPTY_TABLE = { ...EMPTY_READ, columns: [], widths: [], total: 0, matched: 0, start: 0, rows: [] }

const receivers = new Map<string, (message: FromWorker) => void>()
let worker: Worker | undefined
let last = 0

function send(message: ToWorker): void {
  worker ??= startWorker()
  worker.postMessage(message)
}

function startWorker(): Worker {
  const started = new Worker(config.worker, { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => receive(data))
  worker = started
  effect(() => send({ type: 'token', token: token.value }))
  addEventListener('online', () => send({ type: 'hurry' }))
  return started
}

function receive(message: FromWorker): void {
  if (message.type === 'connection') {
    connection.value = { state: message.connection, failure: message.failure }
    if (message.failure?.code === 401) mustSignIn.value = true
    return
  }
  receivers.get(message.id)?.(message)
}

/** Reads what was refused, and everything else, again. */
export const retryAll = (): void => send({ type: 'retry' })

export function openTable(source: Source, view?: View): TableReader {
  const state = signal<TableState>(EMPTY_TABLE)
  let waiting: ((rows: readonly RowName[]) => void)[] = []
  const id = open(source, (message) => {
    if (message.type === 'table') state.value = message.table
    if (message.type !== 'all') return
    for (const resolve of waiting) resolve(message.rows)
    waiting = []
  })
  if (view !== undefined) send({ type: 'view', id, view })
  return {
    state,
    view: (view) => send({ type: 'view', id, view }),
    window: (start, count) => send({ type: 'window', id, start, count }),
    all: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        send({ type: 'all', id })
      }),
    close: () => close(id),
  }
}

export function openObjects(source: Source): ObjectsReader {
  const state = signal<ObjectsState>({ ...EMPTY_READ, items: [] })
  const id = open(source, (message) => {
    if (message.type === 'objects') state.value = message.objects
  })
  return { state, close: () => close(id) }
}

function open(source: Source, receive: (message: FromWorker) => void): string {
  const id = `w${++last}`
  receivers.set(id, receive)
  send({ type: 'open', id, source })
  return id
}

function close(id: string): void {
  receivers.delete(id)
  send({ type: 'close', id })
}
