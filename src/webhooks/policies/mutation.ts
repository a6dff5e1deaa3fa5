import { checkApplied } from '#apply/check-applied.js'
import { merge } from '#apply/merge.js'
import type { MergeType } from '#apply/merge-type.js'
import { MessageValue } from '#cel/values/message.js'
import { JsonConversion } from '#cel/values/to-json.js'
import { type CelList, type CelValue, typeNameOf } from '#cel/values/values.js'
import type { ApiObject } from '#meta/object-meta.js'
import { applyJsonPatch, expectFewOperations, FailedTest, readJsonPatch } from '#patch/json-patch.js'
import { errorMessage, undeclaredIn } from '#registry/write/apply/configuration-errors.js'
import type { AnyStruct } from '#schema/type.js'
import { unknownFields } from '#schema/unknown-fields.js'
import { atomicPaths } from './atomic-paths.js'

/** An object as an expression sees it, and its type. */
export interface SeenObject {
  readonly object: ApiObject
  readonly mergeType: MergeType
  /** Undefined for a custom resource, and for the options of a connection. */
  readonly schema: AnyStruct | undefined
}

/** Thrown if a patch does not fit. */
export class MutationError extends Error {
  override readonly name = 'MutationError'
}

/**
 * The object with the fields of an apply configuration: the object itself if it has them. Nobody owns them; they stay only as
 * long as clients send them, or the policy sets them again.
 */
export function withConfiguration(value: CelValue, { object, mergeType, schema }: SeenObject): unknown {
  const { kind, apiVersion } = object
  if (!(value instanceof MessageValue)) {
    throw new MutationError(
      `unsupported return type from ApplyConfiguration expression: ${typeNameOf(value)}`,
    )
  }
  const applied = { ...(new JsonConversion().convert(value) as object), kind, apiVersion }
  const { errors } = checkApplied(mergeType, applied)
  const all =
    schema === undefined
      ? errors
      : [...undeclaredIn({ schema }, applied), ...errors.filter(({ isUndeclared }) => !isUndeclared)]
  if (all.length > 0) throw unappliable(errorMessage(all))
  const atomic = atomicPaths(mergeType, applied)
  if (atomic.length > 0) {
    throw new MutationError(
      `error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`,
    )
  }
  return merge(mergeType, object, applied)
}

export const unappliable = (why: string): MutationError =>
  new MutationError(`error applying patch: failed to convert patch object to typed object: ${why}`)

/** How many unknown fields are reported. */
const MAX_UNKNOWN = 10

/** The object with the operations of a JSON Patch: the object itself if a test of the patch fails. */
export function withOperations(value: CelValue, { object, schema }: SeenObject): unknown {
  const conversion = new JsonConversion()
  const list = value as CelList
  // A list that is joined with itself costs an expression little, however long it becomes.
  expectFewOperations(list.size)
  const operations = [...list].map((item) => operationOf(item, conversion))
  let patched: unknown
  try {
    patched = applyJsonPatch(readJsonPatch(operations), object, { replaceAdds: true })
  } catch (error) {
    if (error instanceof FailedTest) return object
    throw error
  }
  const unknown = schema === undefined ? [] : unknownFields(schema, patched, MAX_UNKNOWN)
  if (unknown.length === 0) return patched
  const names = unknown.map((path) => `unknown field ${JSON.stringify(path)}`)
  throw new MutationError(`strict decoding error: ${names.join(', ')}`)
}

/** The checker takes null and values without a type for operations, too. */
function operationOf(value: CelValue, conversion: JsonConversion): object {
  if (!(value instanceof MessageValue)) {
    throw new MutationError(
      `type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch, got element of ${typeNameOf(value)}`,
    )
  }
  const { fields } = value
  // Each value is a message of its own.
  const entries = [...fields].map(([name, value]) => [name, conversion.convert(value)])
  return Object.fromEntries(entries.filter(([name, value]) => name !== 'from' || value !== ''))
}
