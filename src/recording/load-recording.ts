import { kinds } from '#kinds/index.js'
import { type ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { recordKey } from '#registry/allocations.js'
import { toStored } from '#registry/conversion.js'
import type { ServedVersion } from '#registry/kind.js'
import { encodeStored } from '#registry/write/encode-stored.js'
import { decoderOf } from '#schema/decode.js'
import { encoderOf } from '#schema/encode.js'
import type { Revision } from '#storage/contract.js'
import { type LoadedChange, loadMemoryStorage } from '#storage/memory/load.js'
import type { MemoryStorage } from '#storage/memory/storage.js'
import type { Clock } from '#util/clock.js'
import type { RecordedObject, RecordedResource } from './format.js'
import { type RecordedVersion, readRecording } from './read-recording.js'

export interface LoadedRecording {
  readonly storage: MemoryStorage
  /** Objects that no kind of this server can hold. */
  readonly leftOut: number
}

/** Their endpoints are in the recorded cluster: each write would call them and fail. */
const NOT_SERVED = new Set(['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'])

const decodeMetadata = decoderOf(ObjectMeta)
const encodeMetadata = encoderOf(ObjectMeta)

/** A store with the objects and the history of a recording, at their recorded resource versions. */
export async function loadRecording(path: string, clock: Clock): Promise<LoadedRecording> {
  const { lists, versions } = await readRecording(path)
  const owners = new Set(versions.map(({ object }) => object.metadata.uid))
  const changes = new Map<string, RecordedChange>()
  let leftOut = 0
  for (const version of versions) {
    if (NOT_SERVED.has(version.resource.resource)) continue
    const change = changeOf(version, owners)
    if (change === undefined) leftOut++
    else {
      // Some objects are served by two groups, such as Events. The first list has the newer group.
      const id = `${change.revision} ${change.key}`
      if (!changes.has(id)) changes.set(id, change)
    }
  }
  const objects = [...changes.values()].sort((a, b) => a.revision - b.revision)
  const sorted = [...objects, ...allocationRecords(objects)].sort((a, b) => a.revision - b.revision)
  const starts = lists.map((list) => ({ prefix: prefixOf(list), revision: revisionOf(list.resourceVersion) }))
  const start = Math.max(...starts.map(({ revision }) => revision), 1) as Revision
  const watermarks = new Map<string, Revision>()
  for (const { prefix, revision } of starts) if (!watermarks.has(prefix)) watermarks.set(prefix, revision)
  const current = Math.max(start, sorted.at(-1)?.revision ?? 1) as Revision
  return { storage: loadMemoryStorage({ changes: sorted, start, watermarks, current }, clock), leftOut }
}

interface RecordedChange extends LoadedChange {
  /** What the object holds exclusively, such as a cluster IP. */
  readonly allocations: readonly string[]
}

/** The records of what objects hold in the end. New objects then get nothing that is taken. */
function allocationRecords(objects: readonly RecordedChange[]): LoadedChange[] {
  const last = new Map(objects.map((change) => [change.key, change]))
  const records = new Map<string, LoadedChange>()
  for (const { key: holder, revision, allocations } of last.values()) {
    for (const name of allocations) {
      const key = recordKey(name)
      if (!records.has(key)) records.set(key, { key, revision, value: Buffer.from(holder) })
    }
  }
  return [...records.values()]
}

/** Undefined for an object that cannot be stored. */
function changeOf(
  version: RecordedVersion,
  owners: ReadonlySet<string | undefined>,
): RecordedChange | undefined {
  const { resource, isDeleted } = version
  const { namespace, name, resourceVersion } = version.object.metadata
  const key = `${prefixOf(resource)}${namespace === undefined ? '' : `${namespace}/`}${name}`
  const revision = revisionOf(resourceVersion)
  if (isDeleted) return { key, revision, value: undefined, allocations: [] }
  try {
    return { key, revision, ...encode(resource, withKnownOwners(version.object, owners)) }
  } catch {
    return undefined
  }
}

/** Without the owners that were not recorded: the garbage collector would delete the object. */
function withKnownOwners(object: RecordedObject, owners: ReadonlySet<string | undefined>): RecordedObject {
  const { ownerReferences, ...metadata } = object.metadata
  const known = ownerReferences?.filter(({ uid }) => owners.has(uid))
  return known === undefined || known.length === ownerReferences?.length
    ? object
    : { ...object, metadata: { ...metadata, ...(known.length > 0 && { ownerReferences: known }) } }
}

function encode(
  resource: RecordedResource,
  object: RecordedObject,
): Pick<RecordedChange, 'value' | 'allocations'> {
  const version = builtInVersion(resource)
  if (version !== undefined) {
    const { storageVersion, strategy } = version.stored
    const stored = toStored(version, version.decode(object))
    return { value: encodeStored(storageVersion, stored), allocations: strategy.allocations?.(stored) ?? [] }
  }
  const { kind, apiVersion, metadata, ...rest } = object
  const decoded = decodeMetadata({ ...metadata, resourceVersion: '' }) as ApiObject['metadata']
  decoded.resourceVersion = ''
  const head = JSON.stringify({ kind, apiVersion }).slice(0, -1)
  const tail = JSON.stringify(rest).slice(1)
  const value = Buffer.concat([
    Buffer.from(`${head},"metadata":`),
    encodeMetadata(decoded),
    Buffer.from(tail === '}' ? tail : `,${tail}`),
  ])
  return { value, allocations: [] }
}

function builtInVersion({ group, version, resource }: RecordedResource): ServedVersion | undefined {
  for (const { versions } of kinds) {
    const found = versions.find(
      (served) => served.group === group && served.version === version && served.plural === resource,
    )
    if (found !== undefined) return found
  }
  return undefined
}

/** The prefix of the keys of a resource. */
function prefixOf(resource: RecordedResource): string {
  return builtInVersion(resource)?.stored.prefix ?? `${resource.group || 'core'}/${resource.resource}/`
}

/** Resource versions are revisions of etcd. Others have no order, and come first. */
function revisionOf(resourceVersion: string): Revision {
  const revision = Number(resourceVersion)
  return (Number.isSafeInteger(revision) && revision > 1 ? revision : 2) as Revision
}
