import { diffObjects, formatDiff } from '#apply/diff/object-diff.js'
import type { CachedObject } from '#cache/cached-object.js'
import { writeYaml } from '#codec/yaml/writer.js'
import type { ServerParts } from '#server/server.js'
import { parseReference } from '#testing/client/find-version.js'
import type { LooseObject } from '#testing/client/object-types.js'
import { keyOf } from './history.js'
import { servedObject, storeOfVersion } from './served-object.js'

/** Options of `until`. */
export interface UntilOptions {
  /** `default` by default. */
  readonly namespace?: string | undefined
  /** In milliseconds of real time, whatever the clock of the server says; 4 seconds by default. */
  readonly timeout?: number | undefined
}

/** A condition on an object. One that throws does not hold yet. */
export type Condition<T> = (object: T) => boolean | Promise<boolean>

/** Below the 5 seconds of a test of vitest or jest, so that the error is that of `until`. */
const DEFAULT_TIMEOUT_MS = 4_000

/** Waits until an object fulfils a condition, or is deleted, and resolves with it. */
export async function waitUntil<T>(
  parts: ServerParts,
  reference: string,
  condition: Condition<T> | 'deleted',
  { namespace = 'default', timeout = DEFAULT_TIMEOUT_MS }: UntilOptions,
  closed: Promise<void>,
): Promise<T | undefined> {
  const found = parseReference(parts.kinds, reference)
  const store = storeOfVersion(parts.stores, found.version)
  const { prefix } = found.version.stored
  const key = keyOf(found, namespace)
  const versions = new Versions(parts.cache.get(key))
  const stopWatching = parts.cache.onEvents((collection, events) => {
    if (collection.prefix !== prefix) return
    for (const { object, previous } of events) {
      if ((object ?? previous)?.key === key) versions.push(object)
    }
  })
  const timer = setTimeout(() => versions.end('timeout'), timeout)
  void closed.then(() => versions.end('closed'))
  const seen: (LooseObject | undefined)[] = []
  let failure: unknown
  try {
    for await (const version of versions) {
      const object = version && (await servedObject<LooseObject>(store, version))
      seen.push(object)
      if (condition === 'deleted') {
        if (object === undefined) return undefined
      } else if (object !== undefined) {
        failure = undefined
        try {
          if (await condition(object as T)) return object as T
        } catch (error) {
          failure = error
        }
      }
    }
  } finally {
    clearTimeout(timer)
    stopWatching()
  }
  const place = found.version.namespaced ? `${reference} in namespace ${namespace}` : reference
  throw new Error(
    versions.ended === 'closed'
      ? `${place}: the server was closed`
      : describeTimeout(place, condition === 'deleted', timeout, seen, failure),
  )
}

/** The versions of an object as they come, until the end. */
class Versions implements AsyncIterable<CachedObject | undefined> {
  readonly #waiting: (CachedObject | undefined)[]
  #wake: () => void = () => undefined
  ended: 'timeout' | 'closed' | undefined

  constructor(first: CachedObject | undefined) {
    this.#waiting = [first]
  }

  push(version: CachedObject | undefined): void {
    this.#waiting.push(version)
    this.#wake()
  }

  end(reason: 'timeout' | 'closed'): void {
    this.ended ??= reason
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<CachedObject | undefined, void, undefined> {
    while (true) {
      while (this.#waiting.length > 0) yield this.#waiting.shift()
      if (this.ended !== undefined) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

function describeTimeout(
  place: string,
  isDeletion: boolean,
  timeout: number,
  seen: readonly (LooseObject | undefined)[],
  failure: unknown,
): string {
  const what = isDeletion ? 'the object was not deleted' : 'the condition was not fulfilled'
  const lines = [`${place}: ${what} within ${timeout} ms`]
  if (failure !== undefined) lines.push(`The condition throws: ${failure}`)
  const last = seen.at(-1)
  if (last === undefined) {
    lines.push(seen.length > 1 ? 'The object was deleted.' : 'The object does not exist.')
    return lines.join('\n')
  }
  const first = seen.find((object) => object !== undefined)
  const changes = diffObjects(first, last)
  lines.push(
    changes.length === 0 ? 'Nothing has changed meanwhile.' : `Changed meanwhile:\n${formatDiff(changes)}`,
  )
  const { managedFields, ...metadata } = last.metadata
  lines.push(`The object is:\n${writeYaml({ ...last, metadata })}`)
  return lines.join('\n')
}
