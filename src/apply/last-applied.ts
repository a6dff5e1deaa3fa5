import { compare } from './compare.js'
import { extractFields } from './extract.js'
import { difference, type FieldSet } from './field-set.js'
import { isJsonObject, type MergeType } from './merge-type.js'
import { canonicalJson } from './path-element.js'
import type { Json } from './versions.js'

/**
 * The annotation of client-side `kubectl apply`. Its fields belong to the kubectl user, whatever `managedFields`
 * says: kubectl does not conflict with itself.
 */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
/** The manager name of `kubectl apply --server-side`. */
const KUBECTL = 'kubectl'

/** The size limit of all annotations together; a larger configuration is not stored. */
const MAX_ANNOTATIONS = 256 * 1024

/**
 * The fields that kubectl may take over because their values are still those it last applied; undefined when there
 * are none.
 */
export function lastAppliedFields(
  mergeType: MergeType,
  version: string,
  manager: string,
  live: Json,
): FieldSet | undefined {
  const text = manager === KUBECTL ? lastApplied(live) : undefined
  if (text === undefined) return undefined
  const former = parsed(text)
  if (!isJsonObject(former) || former.apiVersion !== version) return undefined
  const found = compare(mergeType, former, live)
  return difference(difference(extractFields(mergeType, former), found?.changed), found?.removed)
}

/** The object with its last-applied annotation updated, if it has one. */
export function updateLastApplied(manager: string, object: Json, applied: Json): Json {
  const former = manager === KUBECTL ? lastApplied(object) : undefined
  if (former === undefined) return object
  const text = configurationOf(applied)
  if (text === former) return object
  const metadata = object.metadata as Json
  const annotations: Record<string, unknown> = { ...(metadata.annotations as Json), [LAST_APPLIED]: text }
  if (sizeOf(annotations) > MAX_ANNOTATIONS) delete annotations[LAST_APPLIED]
  return { ...object, metadata: { ...metadata, annotations } }
}

/** In the format of kubectl. */
function configurationOf(applied: Json): string {
  const { metadata } = applied
  if (!isJsonObject(metadata) || !isJsonObject(metadata.annotations)) return `${escaped(applied)}\n`
  const { [LAST_APPLIED]: _, ...annotations } = metadata.annotations
  return `${escaped({ ...applied, metadata: { ...metadata, annotations } })}\n`
}

/** Go's JSON encoder escapes these characters for HTML. */
function escaped(value: Json): string {
  return canonicalJson(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function lastApplied({ metadata }: Json): string | undefined {
  const annotations = isJsonObject(metadata) ? metadata.annotations : undefined
  const text = isJsonObject(annotations) ? annotations[LAST_APPLIED] : undefined
  return typeof text === 'string' && text !== '' ? text : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sizeOf(annotations: Readonly<Record<string, unknown>>): number {
  return Object.entries(annotations).reduce(
    (size, [name, value]) => size + Buffer.byteLength(name) + Buffer.byteLength(String(value)),
    0,
  )
}
