import type { Failure } from '#console/model/api/failure.js'
import type { ApiObject } from '#console/model/api/object.js'
import type { Watcher } from '#console/model/stream/watch-streams.js'
import type { ObjectsState, Source } from './messages.js'

const INTERVAL_MS = 100

const keyOf = ({ metadata }: ApiObject) =>
  metadata.uid ?? `${metadata.namespace ?? ''}/${metadata.name ?? ''}`

/** Objects in the worker: sends all of them when some have changed. For collections of a few hundred. */
export class ObjectSet implements Watcher {
  readonly path: string
  readonly accept: string
  readonly #show: (state: ObjectsState) => void
  readonly #objects = new Map<string, ApiObject>()
  #unseen = new Set<string>()
  #isComplete = false
  #failure: Failure | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ path, accept }: Source, show: (state: ObjectsState) => void) {
    this.path = path
    this.accept = accept
    this.#show = show
  }

  restart(): void {
    this.#unseen = new Set(this.#objects.keys())
    this.#failure = undefined
  }

  complete(): void {
    for (const key of this.#unseen) this.#objects.delete(key)
    this.#unseen = new Set()
    this.#isComplete = true
    this.#flush()
  }

  event(type: 'ADDED' | 'MODIFIED' | 'DELETED', sent: unknown): void {
    const object = sent as ApiObject
    const key = keyOf(object)
    this.#unseen.delete(key)
    if (type === 'DELETED') this.#objects.delete(key)
    else this.#objects.set(key, object)
    if (this.#isComplete) this.#timer ??= setTimeout(() => this.#flush(), INTERVAL_MS)
  }

  failed(failure: Failure): void {
    this.#failure = failure
    this.#flush()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const items = [...this.#objects.values()]
    this.#show({ items, isComplete: this.#isComplete, failure: this.#failure })
  }
}
