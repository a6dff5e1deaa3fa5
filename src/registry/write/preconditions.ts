import { ApiError, badRequest, conflict, invalid, MODIFIED, namespaceMismatch } from '#meta/api-error.js'
import { Unquoted } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { groupInDetails, qualifiedKind, qualifiedResource, type ResourceName } from '#meta/resource.js'
import { expectVersion, isUnconditional } from '#meta/resource-version.js'
import type { GroupConventions } from '#registry/group-conventions.js'
import { excerpt } from '#util/excerpt.js'

/** The preconditions of a request. */
export interface Preconditions {
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
}

type ErrorConventions = Pick<GroupConventions, 'legacyErrors'>
const LEGACY: ErrorConventions = { legacyErrors: true }

/** The object in a body must be the one of the path. */
export function expectIdentity(
  metadata: ObjectMeta,
  namespace: string | undefined,
  name: string,
  { legacyErrors }: ErrorConventions = LEGACY,
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
    if (!legacyErrors) throw namespaceMismatch()
    throw badRequest(
      `the namespace of the object (${excerpt(metadata.namespace)}) does not match the namespace on the request (${excerpt(namespace)})`,
    )
  }
}

/** The current object must have the UID of the request. */
export function expectSame(resource: ResourceName, current: ObjectMeta, { uid }: Preconditions): void {
  if (uid === undefined || uid === current.uid) return
  throw uidConflict(resource, current.name ?? '', uid, current.uid ?? '')
}

/** The current object must have the resource version of the request. */
export function expectUnchanged(
  resource: ResourceName,
  current: ObjectMeta,
  { resourceVersion }: Preconditions,
): void {
  if (resourceVersion === undefined || isUnconditional(resourceVersion)) return
  expectVersion('metadata.resourceVersion', resourceVersion)
  if (resourceVersion !== current.resourceVersion) throw conflict(resource, current.name ?? '', MODIFIED)
}

/** Some kinds require a resource version in updates. */
export function expectReplacedVersion(
  { group, version, plural }: ResourceName,
  name: string,
  resourceVersion: string | undefined,
): void {
  if (!isUnconditional(resourceVersion)) return
  const errors = new FieldErrors()
  // Kubernetes writes the number as Go does, and the plural where the kind should be.
  errors.invalid('metadata.resourceVersion', new Unquoted('0x0'), 'must be specified for an update')
  throw invalid({ group, version, plural, kind: plural }, name, errors.all)
}

/** A resource and its rules for updates. */
export interface ChangedResource extends ResourceName {
  readonly conventions: Pick<GroupConventions, 'zeroVersionConflicts'>
  readonly allowUnconditionalUpdate: boolean
}

/** A patch or apply through a subresource must name the object, and its resource version if it names one. */
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
 * A patch that removes the resource version or sets it to `0` is unconditional, if the kind allows unconditional
 * updates. In legacy groups `0` is compared too.
 */
export function expectPatchedVersion(
  resource: ChangedResource,
  current: ObjectMeta,
  { resourceVersion }: Preconditions,
): void {
  const name = current.name ?? ''
  if (resourceVersion === current.resourceVersion) return
  if (
    isUnconditional(resourceVersion) &&
    !(resource.conventions.zeroVersionConflicts && resourceVersion === '0')
  ) {
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

/** The same for a delete, which has its own messages and names the kind instead of the resource. */
export function expectDeletable(
  resource: ResourceName,
  current: ObjectMeta,
  { uid, resourceVersion }: Preconditions,
): void {
  if (OWN_DELETE_CHECKS.has(qualifiedResource(resource))) {
    expectPrecondition(resource, current, 'UID', uid, current.uid)
    expectPrecondition(resource, current, 'ResourceVersion', resourceVersion, current.resourceVersion)
  }
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

/** Two kinds check preconditions before the common code of Kubernetes does, with messages of their own. */
const OWN_DELETE_CHECKS: ReadonlySet<string> = new Set([
  'namespaces',
  'customresourcedefinitions.apiextensions.k8s.io',
])

function expectPrecondition(
  resource: ResourceName,
  { name = '' }: ObjectMeta,
  what: string,
  wanted: string | undefined,
  actual: string | undefined,
): void {
  if (wanted === undefined || wanted === actual) return
  const cause = `Precondition failed: ${what} in precondition: ${excerpt(wanted)}, ${what} in object meta: ${actual}`
  throw conflict(resource, name, cause)
}

function deleteConflict(resource: ResourceName, { name }: ObjectMeta, cause: string): ApiError {
  const what = `${qualifiedKind(resource)} "${name}"`
  return new ApiError('conflict', `Operation cannot be fulfilled on ${what}: ${cause}`, {
    name,
    group: groupInDetails(resource),
    kind: resource.kind,
  })
}
