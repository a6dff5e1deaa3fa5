import { compare } from './compare.js'
import { fieldsOf } from './extract.js'
import { difference, type FieldSet } from './field-set.js'
import { canonicalJson } from './path-element.js'
import { isMembers, type Shape } from './shape.js'
import type { Json } from './versions.js'

/**
 * Where `kubectl apply` has kept what it applied last, when clients did by themselves what the server does now. The fields
 * that are named there belong to the user of kubectl, whatever `managedFields` say: kubectl does not conflict with itself.
 */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
/** The manager that stands for kubectl when it applies. */
const KUBECTL = 'kubectl'

/** All annotations together have at most this size; a configuration that is larger is not kept. */
const MAX_ANNOTATIONS = 256 * 1024

/** The fields that kubectl may take from others, because it has set them to what they are; undefined when there are none. */
export function takenFromLastApplied(
  shape: Shape,
  version: string,
  manager: string,
  live: Json,
): FieldSet | undefined {
  const text = manager === KUBECTL ? lastApplied(live) : undefined
  if (text === undefined) return undefined
  const former = parsed(text)
  if (!isMembers(former) || former.apiVersion !== version) return undefined
  const found = compare(shape, former, live)
  return difference(difference(fieldsOf(shape, former), found?.changed), found?.removed)
}

/** The object with what kubectl has applied in the place of what it had applied before, where that is kept at all. */
export function keepLastApplied(manager: string, object: Json, applied: Json): Json {
  const former = manager === KUBECTL ? lastApplied(object) : undefined
  if (former === undefined) return object
  const text = configurationOf(applied)
  if (text === former) return object
  const metadata = object.metadata as Json
  const annotations: Record<string, unknown> = { ...(metadata.annotations as Json), [LAST_APPLIED]: text }
  if (sizeOf(annotations) > MAX_ANNOTATIONS) delete annotations[LAST_APPLIED]
  return { ...object, metadata: { ...metadata, annotations } }
}

/** As kubectl writes it. */
function configurationOf(applied: Json): string {
  const { metadata } = applied
  if (!isMembers(metadata) || !isMembers(metadata.annotations)) return `${escaped(applied)}\n`
  const { [LAST_APPLIED]: _, ...annotations } = metadata.annotations
  return `${escaped({ ...applied, metadata: { ...metadata, annotations } })}\n`
}

/** Clients in Go write these characters so that JSON can stand inside of HTML. */
function escaped(value: Json): string {
  return canonicalJson(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function lastApplied({ metadata }: Json): string | undefined {
  const annotations = isMembers(metadata) ? metadata.annotations : undefined
  const text = isMembers(annotations) ? annotations[LAST_APPLIED] : undefined
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
