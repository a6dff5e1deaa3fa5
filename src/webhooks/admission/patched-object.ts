import { ApiError, invalid } from '../../meta/api-error.js'
import type { ApiObject } from '../../meta/api-object.js'
import { FieldErrors } from '../../meta/field-errors.js'
import { applyPatch, readPatch } from '../../patch/patch.js'
import type { ServedVersion } from '../../registry/kind.js'
import { adoptNamespace } from '../../registry/metadata/metadata.js'
import type { AdmissionReview } from '../../registry/write/admission.js'
import { decoderOf } from '../../schema/decode.js'
import { DecodeError } from '../../schema/decode-error.js'
import { parseJson, stringifyJson } from '../../util/json-integers.js'
import { objectAs, subresourceOf } from '../matching/converted-object.js'
import { undecidable } from './rejections.js'
import { shownObject } from './review-request.js'

/**
 * Applies the patch of a webhook to the object of a write, which is replaced in place. Returns whether that has changed the
 * object. Throws the error for the client.
 */
export function patchObject(
  webhook: string,
  patch: string,
  review: AdmissionReview,
  seen: ServedVersion,
): boolean {
  const { object, version, subresource, createdThrough, operation } = review
  if (object === undefined || operation === 'delete') {
    const tried = `admission webhook ${JSON.stringify(webhook)} attempted to modify the object`
    throw undecidable(`${tried}, which is not supported for this operation`)
  }
  const shown = shownObject(review, seen, object)
  const patched = applied(patch, shown, seen)
  const view = subresourceOf(seen, subresource)?.view
  const before = stringifyJson(object)
  if (createdThrough?.schema !== undefined) {
    replace(object, decoded(decoderOf(createdThrough.schema) as (input: unknown) => never, patched))
    return stringifyJson(object) !== before
  }
  if (view !== undefined) {
    const whole = objectAs(version, seen, object)
    view.take(whole, patched as ApiObject)
    replace(object, decoded(version.decode, objectAs(seen, version, whole)))
  } else {
    const made = decoded(seen.decode, patched)
    replace(object, seen === version ? made : decoded(version.decode, objectAs(seen, version, made)))
  }
  expectSameObject(review, parseJson(before) as ApiObject)
  return stringifyJson(object) !== before
}

function applied(patch: string, document: unknown, { schema }: ServedVersion): unknown {
  try {
    return applyPatch(readPatch('json', parseJson(patch)), document, schema)
  } catch (error) {
    if (error instanceof ApiError || error instanceof SyntaxError) throw undecidable(error.message)
    throw error
  }
}

type Decode = ServedVersion['decode']

function decoded(decode: Decode, value: unknown): ApiObject {
  try {
    return decode(value)
  } catch (error) {
    if (error instanceof DecodeError) throw undecidable(error.message)
    throw error
  }
}

/** The members of a description are all there, absent ones as undefined; other objects may lose members. */
function replace(object: ApiObject, made: ApiObject): void {
  const { kind, apiVersion } = object
  for (const member of Object.keys(object)) {
    if (!(member in made)) delete (object as unknown as Record<string, unknown>)[member]
  }
  Object.assign(object, made, { kind, apiVersion })
}

/** A webhook cannot make another object of the one that is written, nor say who owns its fields. */
function expectSameObject(
  { operation, object, version, namespace }: AdmissionReview,
  before: ApiObject,
): void {
  const { metadata } = object as ApiObject
  metadata.managedFields = before.metadata.managedFields
  if (operation === 'create') {
    adoptNamespace(metadata, namespace)
    return
  }
  const { name = '' } = before.metadata
  if (metadata.name === name) return
  const errors = new FieldErrors()
  errors.invalid('metadata.name', metadata.name, 'field is immutable')
  throw invalid(version, name, errors.all)
}
