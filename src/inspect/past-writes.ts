import { diffObjects } from '#apply/diff/object-diff.js'
import { type ManagedEntry, writerOf } from '#apply/diff/writer-of.js'
import { apiVersionOf } from '#meta/resource.js'
import type { PastWrite } from '#protocol/history.js'
import type { IncludedObject } from '#registry/serialize/table.js'
import type { ResourceStore } from '#registry/store.js'
import type { PastChange, StoredValue } from '#storage/contract.js'

const MAX_CHANGED = 20

interface Served {
  readonly metadata: {
    readonly name?: string
    readonly namespace?: string
    readonly uid?: string
    readonly managedFields?: readonly ManagedEntry[]
  }
}

/** A change as a client of the store's version sees it; undefined if the stored values cannot be read. */
export async function pastWrite(
  store: ResourceStore,
  change: PastChange,
  include: IncludedObject,
): Promise<PastWrite | undefined> {
  const { key, revision, time, value, previous } = change
  const before = previous && (await served(store, previous))
  const after = value && (await served(store, { key, value, revision }))
  const object = after ?? before
  if (object === undefined) return undefined
  const { definition } = store
  const { name = '', namespace, uid } = object.metadata
  const diff = before && after ? diffObjects(before, after) : []
  const entry = after && writerOf(before, after, diff)
  return {
    resourceVersion: String(revision),
    time: new Date(time).toISOString(),
    type: after === undefined ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED',
    apiVersion: apiVersionOf(definition),
    kind: definition.kind,
    resource: definition.plural,
    namespace,
    name,
    uid,
    manager: entry?.manager,
    subresource: entry?.subresource,
    changed: diff.slice(0, MAX_CHANGED).map(({ path }) => path),
    object: included(object, include),
  }
}

function included(object: Served, include: IncludedObject): unknown {
  if (include === 'None') return undefined
  return include === 'Object' ? object : { metadata: object.metadata }
}

/** Undefined if the value cannot be decoded. */
async function served(
  { reader, serializers }: ResourceStore,
  stored: StoredValue,
): Promise<Served | undefined> {
  const object = reader.past(stored)
  if (object === undefined) return undefined
  try {
    await serializers.prepare([object])
    return JSON.parse(serializers.json.object(object).toString()) as Served
  } catch {
    return undefined
  }
}
