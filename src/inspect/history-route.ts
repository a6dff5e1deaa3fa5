import type { RequestContext } from '#http/request/request-context.js'
import { sendValue } from '#http/response/respond.js'
import type { Router, Target } from '#http/router.js'
import { badRequest, methodNotAllowed, unknownPath } from '#meta/api-error.js'
import { expectVersion } from '#meta/resource-version.js'
import {
  DEFAULT_HISTORY_LIMIT,
  type HistoryList,
  MAX_HISTORY_LIMIT,
  type PastWrite,
} from '#protocol/history.js'
import { namedKey } from '#registry/keys.js'
import { integerOption } from '#registry/read/list-options.js'
import { type IncludedObject, readIncludeObject } from '#registry/serialize/table.js'
import { storageApiError } from '#registry/storage-errors.js'
import type { ResourceStore } from '#registry/store.js'
import { collectionOf } from '#storage/compaction-watermarks.js'
import type { PastChange, Revision } from '#storage/contract.js'
import { TimeSlices } from '#util/event-loop.js'
import { type Inspected, type PreferredStores, ReadRights } from './inspected.js'
import { pastWrite } from './past-writes.js'

/** Maximum bytes of the objects in a response, as stored. */
const MAX_BYTES = 8 * 1024 * 1024
/** The memory of a response: objects are decoded, compared and encoded. */
const ROOM = 4 * MAX_BYTES
/** How many changes are read for one response, however few of them the user may see. */
const MAX_READ = 50_000

/** The changes that a request is about. */
interface Scope {
  readonly prefix: string
  /** The only key; undefined for all with the prefix. */
  readonly key: string | undefined
  /** The store that shows an object to the user; undefined if the user must not see it. */
  storeOf(change: PastChange): ResourceStore | undefined | Promise<ResourceStore | undefined>
}

interface Options {
  readonly limit: number
  readonly after: Revision | undefined
  readonly upTo: Revision | undefined
  readonly include: IncludedObject
}

/** Serves writes of the history. */
export class HistoryRoute {
  readonly #inspected: Inspected
  readonly #preferred: PreferredStores
  readonly #router: Router

  constructor(inspected: Inspected, preferred: PreferredStores, router: Router) {
    this.#inspected = inspected
    this.#preferred = preferred
    this.#router = router
  }

  /** The writes of an object or a collection. The request is authorized as a read of it. */
  async ofPath(context: RequestContext): Promise<void> {
    const target = this.#router.resolve(context.mountedPath ?? '')
    if (context.verb !== 'get' && context.verb !== 'list') throw methodNotAllowed()
    if (target === undefined || target.subresource !== undefined || target.watch) throw unknownPath()
    if (!target.store.definition.verbs.includes(context.verb)) throw methodNotAllowed()
    await target.store.reader.current()
    return this.#send(context, scopeOf(target), target.name === undefined ? 'None' : 'Object')
  }

  /** The writes of all objects that the user may list. */
  async ofAll(context: RequestContext): Promise<void> {
    const { authorize, kinds } = this.#inspected
    const rights = new ReadRights(authorize, context.user, 'list')
    const excluded = new Set(context.query.getAll('exclude'))
    const scope: Scope = {
      prefix: '',
      key: undefined,
      storeOf: async ({ key }) => {
        const prefix = collectionOf(key)
        const kind = kinds.storedUnder(prefix)
        const store = kind && this.#preferred.of(kind)
        if (store === undefined) return undefined
        const { definition } = store
        const { plural, group } = definition
        if (excluded.has(group === '' ? plural : `${plural}.${group}`)) return undefined
        const slash = definition.namespaced ? key.indexOf('/', prefix.length) : prefix.length
        return (await rights.has(definition, key.slice(prefix.length, slash))) ? store : undefined
      },
    }
    return this.#send(context, scope, 'None')
  }

  async #send(context: RequestContext, scope: Scope, included: IncludedObject): Promise<void> {
    const options = readOptions(context, included)
    try {
      await context.channel.reserve(ROOM)
      const list = await this.#list(context, scope, options)
      if (context.isOpen) await sendValue(context, 200, list)
    } catch (error) {
      throw storageApiError(error)
    } finally {
      context.channel.reserve(0)
    }
  }

  async #list(context: RequestContext, scope: Scope, options: Options): Promise<HistoryList> {
    const { storage } = this.#inspected
    const resourceVersion = String(await storage.currentRevision())
    const items: PastWrite[] = []
    const slices = new TimeSlices()
    let bytes = 0
    let read = 0
    let { upTo } = options
    do {
      const limit = options.limit - items.length
      const page = await storage.history(scope.prefix, { after: options.after, upTo, limit })
      for (const [index, change] of page.changes.entries()) {
        const { revision } = change
        const isNextWrite = page.changes[index - 1]?.revision !== revision
        if (isNextWrite && (items.length >= options.limit || bytes > MAX_BYTES)) {
          return { ...HEAD, metadata: { resourceVersion, continue: String(revision) }, items }
        }
        const isInScope = scope.key === undefined || change.key === scope.key
        const store = isInScope ? await scope.storeOf(change) : undefined
        const item = store && (await pastWrite(store, change, options.include))
        if (item !== undefined) {
          items.push(item)
          bytes += options.include === 'Object' ? ((change.value ?? change.previous?.value)?.length ?? 0) : 0
        }
        await slices.next()
      }
      upTo = page.next
      read += page.changes.length
    } while (upTo !== undefined && items.length < options.limit && read < MAX_READ && context.isOpen)
    return { ...HEAD, metadata: { resourceVersion, continue: upTo?.toString() }, items }
  }
}

const HEAD = { kind: 'HistoryList', apiVersion: 'binnacle.dev/v1' } as const

function scopeOf({ store, namespace, name }: Target): Scope {
  const { stored } = store.definition
  const { prefix } = stored
  if (name === undefined) {
    return {
      prefix: namespace === undefined ? prefix : `${prefix}${namespace}/`,
      key: undefined,
      storeOf: () => store,
    }
  }
  const key = namedKey(stored, namespace, name)
  return { prefix: key, key, storeOf: () => store }
}

function readOptions({ query }: RequestContext, included: IncludedObject): Options {
  const limit = integerOption(query, 'limit') ?? DEFAULT_HISTORY_LIMIT
  if (limit < 1 || limit > MAX_HISTORY_LIMIT) {
    throw badRequest(`limit: Invalid value: ${limit}: must be 1 to ${MAX_HISTORY_LIMIT}`)
  }
  const include = query.get('includeObject') || null
  return {
    limit,
    after: readVersion(query.get('after'), 'after'),
    upTo: readVersion(query.get('continue'), 'continue'),
    include: include === null ? included : readIncludeObject(include),
  }
}

/** Zero is before all writes. */
function readVersion(text: string | null, name: string): Revision | undefined {
  if (text === null || text === '' || text === '0') return undefined
  return expectVersion(name, text) as Revision
}
