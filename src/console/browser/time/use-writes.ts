import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import { withQuery } from '#console/model/api/resource.js'
import type { HistoryList, PastWrite } from '#protocol/history.js'
import { fetchJson } from '../api/fetch.js'
import { toastFailure } from '../state/toasts.js'

const FOLLOW_EVERY_MS = 3000
/** Written every few seconds by whoever holds them: nobody looks for these. */
const NOISE = ['leases.coordination.k8s.io', 'events', 'events.events.k8s.io']

export interface WriteOptions {
  /** Only writes after this resource version. */
  readonly since?: string | undefined
  /** Leaves out what is written all the time. */
  readonly isQuiet?: boolean
  /** Whether each write has the object. */
  readonly hasObjects?: boolean
  readonly pageSize: number
  /** A resource version that is known otherwise: when it changes, newer writes are read at once. */
  readonly version?: string | undefined
}

export interface Writes {
  /** The newest first; undefined until they are read. */
  readonly items: readonly PastWrite[] | undefined
  readonly failure: Failure | undefined
  /** Set if there are older ones. */
  readonly loadOlder: (() => Promise<void>) | undefined
}

interface State {
  readonly items: readonly PastWrite[]
  readonly newest: string
  readonly next: string | undefined
}

/** The writes below a path of the history, and those that follow. */
export function useWrites(path: string, options: WriteOptions): Writes {
  const { since, isQuiet = false, hasObjects = false, pageSize, version } = options
  const state = useSignal<State | undefined>(undefined)
  const failure = useSignal<Failure | undefined>(undefined)
  const read = readerOf(path, { isQuiet, hasObjects, pageSize })
  useEffect(() => {
    let isOpen = true
    state.value = undefined
    failure.value = undefined
    read({ after: since }).then(
      (list) => {
        if (isOpen) state.value = stateOf(list)
      },
      (error) => {
        if (isOpen) failure.value = failureIn(error)
      },
    )
    return () => {
      isOpen = false
    }
  }, [path, since, isQuiet, state, failure])
  useEffect(() => {
    let isOpen = true
    const follow = async () => {
      const before = state.value
      if (before === undefined || document.visibilityState !== 'visible') return
      try {
        const newer = await read({ after: before.newest })
        // More than a page came at once: what lies between is read again.
        const all = newer.metadata.continue === undefined ? undefined : await read({ after: since })
        if (!isOpen || state.value !== before) return
        failure.value = undefined
        if (all !== undefined) state.value = stateOf(all)
        else if (newer.items.length > 0) {
          const { resourceVersion } = newer.metadata
          state.value = { ...before, items: [...newer.items, ...before.items], newest: resourceVersion }
        }
      } catch (error) {
        const found = failureIn(error)
        // Without a connection the page says so, and what is known stays.
        if (isOpen && found.code !== 0) failure.value = found
      }
    }
    void follow()
    const timer = setInterval(() => void follow(), FOLLOW_EVERY_MS)
    return () => {
      isOpen = false
      clearInterval(timer)
    }
  }, [path, since, isQuiet, version, state, failure])
  const next = state.value?.next
  return {
    items: state.value?.items,
    failure: failure.value,
    loadOlder:
      next === undefined
        ? undefined
        : () => addOlder(state, next, () => read({ after: since, continue: next })),
  }
}

const stateOf = ({ items, metadata }: HistoryList): State => ({
  items,
  newest: metadata.resourceVersion,
  next: metadata.continue,
})

async function addOlder(
  state: Signal<State | undefined>,
  next: string,
  read: () => Promise<HistoryList>,
): Promise<void> {
  try {
    const { items, metadata } = await read()
    const current = state.value
    if (current?.next !== next) return
    state.value = { ...current, items: [...current.items, ...items], next: metadata.continue }
  } catch (error) {
    toastFailure(error)
  }
}

type Query = Readonly<Record<string, string | undefined>>

function readerOf(
  path: string,
  { isQuiet, hasObjects, pageSize }: Required<Pick<WriteOptions, 'isQuiet' | 'hasObjects' | 'pageSize'>>,
): (query: Query) => Promise<HistoryList> {
  const excluded = new URLSearchParams(isQuiet ? NOISE.map((resource) => ['exclude', resource]) : [])
  const base = excluded.size === 0 ? path : `${path}?${excluded}`
  const common = { limit: String(pageSize), includeObject: hasObjects ? 'Object' : 'None' }
  return (query) => fetchJson<HistoryList>(withQuery(base, { ...query, ...common }))
}
