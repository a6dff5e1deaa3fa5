import { appliedFaults } from '../../apply/check-applied.js'
import { structShape } from '../../apply/shape.js'
import { badRequest } from '../../meta/api-error.js'
import type { ApiObject } from '../../meta/api-object.js'
import type { ObjectMeta } from '../../meta/object-meta.js'
import { apiVersionOf } from '../../meta/resource.js'
import { isUnconditional } from '../../meta/resource-version.js'
import { excerpt } from '../../util/excerpt.js'
import type { CheckedType } from './field-check.js'
import type { AppliedPatch } from './patch-request.js'
import { expectIdentity } from './preconditions.js'
import { type ObjectType, readObject } from './read-object.js'
import { expectVersion } from './resource-version.js'
import type { WriteOptions } from './write-options.js'

/** Where something is applied. */
interface Place {
  readonly namespace: string | undefined
  readonly name: string
}

/**
 * Expects a body that can be applied to an object of some type in some place, or throws the error for the client. Unlike
 * in other writes the body must say of which type it is, and has no members that are not known. Returns its metadata.
 */
export function expectApplied<O extends ApiObject>(
  type: ObjectType<O> & CheckedType,
  { applied }: AppliedPatch,
  { namespace, name }: Place,
  options: WriteOptions,
): ObjectMeta {
  expectNamedType(type, applied)
  const { metadata } = applied as { metadata?: { managedFields?: unknown } | null }
  if ((metadata?.managedFields ?? null) !== null) throw badRequest('metadata.managedFields must be nil')
  const object = readObject(type, applied)
  expectIdentity(object.metadata, namespace, name, { legacyWords: false })
  const { resourceVersion } = object.metadata
  if (resourceVersion !== undefined && !isUnconditional(resourceVersion)) {
    expectVersion('metadata.resourceVersion', resourceVersion)
  }
  options.fields?.check(type, applied)
  const faults = appliedFaults(structShape(type.schema), applied)
  if (faults.length === 0) return object.metadata
  const what = `${namespace === undefined ? '' : `${namespace}/`}${name}; ${typeText(apiVersionOf(type), type.kind)}`
  throw badRequest(`failed to create typed patch object (${what}): ${faults.join(', ')}`)
}

function expectNamedType(type: ObjectType<unknown>, { apiVersion, kind }: AppliedPatch['applied']): void {
  if (kind === type.kind && apiVersion === apiVersionOf(type)) return
  const text = (value: unknown) => (typeof value === 'string' ? excerpt(value) : '')
  throw badRequest(`invalid object type: ${typeText(text(apiVersion), text(kind))}`)
}

/** The core group has no name. */
const typeText = (apiVersion: string, kind: string) =>
  `${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${kind}`
