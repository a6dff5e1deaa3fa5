import { type AppliedFieldError, checkApplied } from '#apply/check-applied.js'
import { structMergeType } from '#apply/merge-type.js'
import type { Json } from '#apply/versions.js'
import { badRequest, invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf, type ResourceName } from '#meta/resource.js'
import { expectVersion, isUnconditional } from '#meta/resource-version.js'
import { MAX_FINALIZERS, validateFinalizers } from '#registry/metadata/finalizer-rules.js'
import { MAX_OWNERS, validateOwners } from '#registry/metadata/owner-rules.js'
import type { CheckedType } from '#registry/write/field-check.js'
import type { AppliedPatch } from '#registry/write/patch-request.js'
import { expectIdentity } from '#registry/write/preconditions.js'
import { type ObjectType, readObject } from '#registry/write/read-object.js'
import type { WriteOptions } from '#registry/write/write-options.js'
import { excerpt } from '#util/excerpt.js'
import { errorMessage, undeclaredIn } from './configuration-errors.js'

/** The target of an apply. */
interface Place {
  readonly namespace: string | undefined
  readonly name: string
}

/**
 * Checks the body of an apply, or throws the error for the client. Unlike in other writes, the body must have a type
 * and no unknown fields. Returns the metadata and the applied object.
 */
export function expectApplied<O extends ApiObject>(
  type: ObjectType<O> & CheckedType,
  { applied }: AppliedPatch,
  { namespace, name }: Place,
  options: WriteOptions,
): { readonly metadata: ObjectMeta; readonly applied: Json } {
  expectNamedType(type, applied)
  const { metadata } = applied as { metadata?: { managedFields?: unknown } | null }
  if ((metadata?.managedFields ?? null) !== null) throw badRequest('metadata.managedFields must be nil')
  const object = readObject(type, applied)
  expectIdentity(object.metadata, namespace, name, { legacyErrors: false })
  expectBoundedLists(type, object.metadata)
  const { resourceVersion } = object.metadata
  if (resourceVersion !== undefined && !isUnconditional(resourceVersion)) {
    expectVersion('metadata.resourceVersion', resourceVersion)
  }
  const isCustomResource = type.codec !== undefined
  const { declared, errors: found } = checkApplied(
    type.codec?.mergeType ?? structMergeType(type.schema),
    applied,
  )
  const errors = [...undeclaredIn(type, applied), ...found.filter(({ isUndeclared }) => !isUndeclared)]
  if (errors.length === 0) {
    options.fields?.checkApplied()
    return { metadata: object.metadata, applied: declared as Json }
  }
  if (isCustomResource) expectNoDuplicates(type, name, errors)
  const what = `${namespace === undefined ? '' : `${namespace}/`}${name}; ${typeText(apiVersionOf(type), type.kind)}`
  throw badRequest(`failed to create typed patch object (${what}): ${errorMessage(errors)}`)
}

/** Sets of custom resources get the errors of schema validation. */
function expectNoDuplicates(type: ResourceName, name: string, applied: readonly AppliedFieldError[]): void {
  if (applied.some(({ duplicate }) => duplicate === undefined)) return
  const errors = new FieldErrors()
  for (const { path, duplicate } of applied) errors.duplicate(path.slice(1), duplicate)
  throw invalid(type, name, errors.all)
}

/** Rejects lists that are too long before they are merged. */
function expectBoundedLists(type: ResourceName, metadata: ObjectMeta): void {
  const { name = '', finalizers = [], ownerReferences = [] } = metadata
  if (finalizers.length <= MAX_FINALIZERS && ownerReferences.length <= MAX_OWNERS) return
  const errors = new FieldErrors()
  errors.field('metadata', metadata, () => {
    validateOwners(ownerReferences, errors)
    validateFinalizers(finalizers, errors)
  })
  throw invalid(type, name, errors.all)
}

function expectNamedType(type: ObjectType<unknown>, { apiVersion, kind }: AppliedPatch['applied']): void {
  if (kind === type.kind && apiVersion === apiVersionOf(type)) return
  const text = (value: unknown) => (typeof value === 'string' ? excerpt(value) : '')
  throw badRequest(`invalid object type: ${typeText(text(apiVersion), text(kind))}`)
}

/** The core group has no name. */
const typeText = (apiVersion: string, kind: string) =>
  `${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${kind}`
