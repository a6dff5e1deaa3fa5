import { invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import type { ServedVersion } from '#registry/kind.js'
import { adoptNamespace } from '#registry/metadata/metadata.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { decoderOf } from '#schema/decode.js'
import { endOfLongStep } from '#util/event-loop.js'
import { stringifyJson } from '#util/text/json-integers.js'
import { convertedObject, subresourceOf } from '#webhooks/matching/converted-object.js'

/**
 * Puts JSON in the place of the object of a review: what a webhook or policy made of `reviewedObject`. Returns whether the
 * object changed. Throws a `DecodeError`, or the error for the client if it became another object.
 */
export async function replaceObject(
  review: AdmissionReview,
  seen: ServedVersion,
  patched: unknown,
): Promise<boolean> {
  const { version, subresource, createdThrough } = review
  const object = review.object as ApiObject
  const view = subresourceOf(seen, subresource)?.view
  const { metadata } = object
  const before = stringifyJson(object)
  await endOfLongStep()
  if (createdThrough?.schema !== undefined) {
    const made = decoderOf(createdThrough.schema)(withPlainNumbers(patched))
    replace(object, made as unknown as ApiObject)
    await endOfLongStep()
    return stringifyJson(object) !== before
  }
  if (view !== undefined) {
    const whole = convertedObject(version, seen, object)
    view.take(whole, patched as ApiObject)
    replace(object, decoded(version, convertedObject(seen, version, whole)))
  } else {
    const made = decoded(seen, patched)
    replace(object, seen === version ? made : decoded(version, convertedObject(seen, version, made)))
  }
  await endOfLongStep()
  expectSameObject(review, metadata)
  return stringifyJson(object) !== before
}

/** Only custom resources have exact integers. */
const decoded = (version: ServedVersion, value: unknown): ApiObject =>
  version.decode(version.codec === undefined ? withPlainNumbers(value) : value)

const withPlainNumbers = (value: unknown): unknown =>
  hasBigint(value) ? JSON.parse(stringifyJson(value)) : value

function hasBigint(value: unknown): boolean {
  if (typeof value === 'bigint') return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBigint)
}

/** Built-in objects have all properties, absent ones as undefined; other objects may lose properties. */
function replace(object: ApiObject, made: ApiObject): void {
  const { kind, apiVersion } = object
  for (const member of Object.keys(object)) {
    if (!(member in made)) delete (object as unknown as Record<string, unknown>)[member]
  }
  Object.assign(object, made, { kind, apiVersion })
}

/** A webhook cannot change the identity or managed fields of an object. */
function expectSameObject(
  { operation, object, version, namespace }: AdmissionReview,
  before: ObjectMeta,
): void {
  const { metadata } = object as ApiObject
  metadata.managedFields = before.managedFields
  if (operation === 'create') {
    adoptNamespace(metadata, namespace)
    return
  }
  const { name = '' } = before
  if (metadata.name === name) return
  const errors = new FieldErrors()
  errors.invalid('metadata.name', metadata.name, 'field is immutable')
  throw invalid(version, name, errors.all)
}
