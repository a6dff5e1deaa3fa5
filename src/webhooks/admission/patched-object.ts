import { OversizedBody, UnreadableBody } from '#codec/codec.js'
import { codecs } from '#codec/codecs.js'
import { expectReadableValue } from '#codec/json/value-size.js'
import { ApiError, invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { applyPatch, readPatch } from '#patch/patch.js'
import type { ServedVersion } from '#registry/kind.js'
import { adoptNamespace } from '#registry/metadata/metadata.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { endOfLongStep } from '#util/event-loop.js'
import { stringifyJson } from '#util/text/json-integers.js'
import { convertedObject, subresourceOf } from '#webhooks/matching/converted-object.js'
import { internalAdmissionError } from './rejections.js'
import { reviewedObject } from './review-request.js'

/** Applies a webhook's patch to the object in place. Returns whether it changed. Throws the error for the client. */
export async function patchObject(
  webhook: string,
  patch: Buffer,
  review: AdmissionReview,
  seen: ServedVersion,
): Promise<boolean> {
  const { object, version, subresource, createdThrough, operation } = review
  if (object === undefined || operation === 'delete' || operation === 'connect') {
    const tried = `admission webhook ${JSON.stringify(webhook)} attempted to modify the object`
    throw internalAdmissionError(`${tried}, which is not supported for this operation`)
  }
  const shown = await reviewedObject(review, seen, object)
  await endOfLongStep()
  const patched = await applied(patch, shown, seen)
  await endOfLongStep()
  const view = subresourceOf(seen, subresource)?.view
  const { metadata } = object
  const before = stringifyJson(object)
  await endOfLongStep()
  if (createdThrough?.schema !== undefined) {
    replace(object, decoded(decoderOf(createdThrough.schema) as (input: unknown) => never, patched))
    await endOfLongStep()
    return stringifyJson(object) !== before
  }
  if (view !== undefined) {
    const whole = convertedObject(version, seen, object)
    view.take(whole, patched as ApiObject)
    replace(object, decoded(version.decode, convertedObject(seen, version, whole)))
  } else {
    const made = decoded(seen.decode, patched)
    replace(object, seen === version ? made : decoded(version.decode, convertedObject(seen, version, made)))
  }
  await endOfLongStep()
  expectSameObject(review, metadata)
  return stringifyJson(object) !== before
}

/** An oversized patch or result is rejected before it is built. */
async function applied(patch: Buffer, document: unknown, { schema }: ServedVersion): Promise<unknown> {
  try {
    const operations = readPatch('json', await codecs.json.decodeExactly(patch))
    await endOfLongStep()
    const patched = applyPatch(operations, document, schema)
    await endOfLongStep()
    expectReadableValue(patched)
    return patched
  } catch (error) {
    if (error instanceof OversizedBody)
      throw internalAdmissionError(`the patch or its result is too large: ${error.message}`)
    if (error instanceof ApiError || error instanceof UnreadableBody)
      throw internalAdmissionError(error.message)
    throw error
  }
}

type Decode = ServedVersion['decode']

function decoded(decode: Decode, value: unknown): ApiObject {
  try {
    return decode(value)
  } catch (error) {
    if (error instanceof DecodeError) throw internalAdmissionError(error.message)
    throw error
  }
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
