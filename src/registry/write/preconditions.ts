import { ApiError, badRequest, conflict, invalid, MODIFIED, namespaceMismatch } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { groupInDetails, qualifiedKind, type ResourceName } from '#meta/resource.js'
import { isUnconditional } from '#meta/resource-version.js'
import { excerpt } from '#util/excerpt.js'
import { expectVersion } from './resource-version.js'

/** What a request may demand of the object it finds. */
export interface Preconditions {
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
}

/** In which words errors are put; see the conventions of groups. */
interface Words {
  readonly legacyWords: boolean
}
const LEGACY: Words = { legacyWords: true }

/** The object in a body must be the one of the path. */
export function expectIdentity(
  metadata: ObjectMeta,
  namespace: string | undefined,
  name: string,
  { legacyWords }: Words = LEGACY,
): void {
  if (metadata.name === undefined) {
    throw badRequest(
      `the name of the object (${excerpt(name)} based on URL) was undeterminable: name must be provided`,
    )
  }
  if (metadata.name !== name) {
    throw badRequest(
      `the name of the object (${excerpt(metadata.name)}) does not match the name on the URL (${excerpt(name)})`,
    )
  }
  if (namespace !== undefined && metadata.namespace !== undefined && metadata.namespace !== namespace) {
    if (!legacyWords) throw namespaceMismatch()
    throw badRequest(
      `the namespace of the object (${excerpt(metadata.namespace)}) does not match the namespace on the request (${excerpt(namespace)})`,
    )
  }
}

/** The object that is to be changed must be the one that the request was made for. */
export function expectSame(resource: ResourceName, current: ObjectMeta, { uid }: Preconditions): void {
  if (uid === undefined || uid === current.uid) return
  throw uidConflict(resource, current.name ?? '', uid, current.uid ?? '')
}

/** It must be in the version that the request was made for. */
export function expectUnchanged(
  resource: ResourceName,
  current: ObjectMeta,
  { resourceVersion }: Preconditions,
): void {
  if (resourceVersion === undefined || isUnconditional(resourceVersion)) return
  expectVersion('metadata.resourceVersion', resourceVersion)
  if (resourceVersion !== current.resourceVersion) throw conflict(resource, current.name ?? '', MODIFIED)
}

/** Some kinds are replaced only by clients that know which version they replace. */
export function expectReplacedVersion(
  resource: ResourceName,
  name: string,
  resourceVersion: string | undefined,
): void {
  if (!isUnconditional(resourceVersion)) return
  const errors = new FieldErrors()
  errors.invalid('metadata.resourceVersion', 0, 'must be specified for an update')
  throw invalid(resource, name, errors.all)
}

/** A resource, and how its objects are changed. */
export interface ChangedResource extends ResourceName {
  readonly conventions: Words
  readonly allowUnconditionalUpdate: boolean
}

/** What is patched or applied through a part of the object must be about the object, in the version that it names, if any. */
export function expectPatched(resource: ChangedResource, current: ObjectMeta, patched: ObjectMeta): void {
  expectPatchedIdentity(resource, current, patched)
  if (patched.resourceVersion) expectPatchedVersion(resource, current, patched)
}

export function expectPatchedIdentity(
  resource: ResourceName,
  current: ObjectMeta,
  { uid }: Preconditions,
): void {
  if (uid === undefined || uid === current.uid) return
  const errors = new FieldErrors()
  errors.invalid('metadata.uid', uid, 'field is immutable')
  throw invalid(resource, current.name ?? '', errors.all)
}

/**
 * A patch that takes the version away, or makes `0` of it, puts no condition on the object, where the kind lets a replacement do
 * without one. In the older groups a version of `0` is no way around the comparison.
 */
export function expectPatchedVersion(
  resource: ChangedResource,
  current: ObjectMeta,
  { resourceVersion }: Preconditions,
): void {
  const name = current.name ?? ''
  if (resourceVersion === current.resourceVersion) return
  if (isUnconditional(resourceVersion) && !(resource.conventions.legacyWords && resourceVersion === '0')) {
    if (!resource.allowUnconditionalUpdate) expectReplacedVersion(resource, name, resourceVersion)
    return
  }
  expectVersion('metadata.resourceVersion', resourceVersion ?? '')
  throw conflict(resource, name, MODIFIED)
}

export function uidConflict(resource: ResourceName, name: string, wanted: string, actual: string): ApiError {
  return conflict(
    resource,
    name,
    `Precondition failed: UID in precondition: ${excerpt(wanted)}, UID in object meta: ${actual}`,
  )
}

/** A delete has words of its own for the same, and names the kind instead of the resource. */
export function expectDeletable(
  resource: ResourceName & { readonly conventions: Words },
  current: ObjectMeta,
  { uid, resourceVersion }: Preconditions,
): void {
  if (uid !== undefined && uid !== current.uid) {
    throw deleteConflict(
      resource,
      current,
      `the UID in the precondition (${excerpt(uid)}) does not match the UID in record (${current.uid}). The object might have been deleted and then recreated`,
    )
  }
  if (resourceVersion !== undefined && resourceVersion !== current.resourceVersion) {
    throw deleteConflict(
      resource,
      current,
      `the ResourceVersion in the precondition (${excerpt(resourceVersion)}) does not match the ResourceVersion in record (${current.resourceVersion}). The object might have been modified`,
    )
  }
}

function deleteConflict(
  resource: ResourceName & { readonly conventions: Words },
  { name }: ObjectMeta,
  cause: string,
): ApiError {
  const what = `${qualifiedKind(resource)} "${name}"`
  return new ApiError('conflict', `Operation cannot be fulfilled on ${what}: ${cause}`, {
    name,
    group: groupInDetails(resource),
    kind: resource.conventions.legacyWords ? resource.kind : resource.plural,
  })
}
