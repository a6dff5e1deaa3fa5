import type { FieldErrors } from '#meta/field-errors.js'
import type { OwnerReference } from '#meta/object-meta.js'

// Kubernetes reports the fields of a reference without its index in the list.
const OWNERS = 'ownerReferences'
/** The garbage collector looks up each one when the object or the owner changes. */
export const MAX_OWNERS = 1000

export function validateOwners(owners: readonly OwnerReference[] | undefined, errors: FieldErrors): void {
  if (owners === undefined) return
  if (owners.length > MAX_OWNERS) {
    errors.tooMany(OWNERS, owners.length, MAX_OWNERS)
    return
  }
  let controller: OwnerReference | undefined
  for (const owner of owners) {
    if (errors.isFull) return
    validateOwner(owner, errors)
    if (owner.controller !== true) continue
    if (controller) {
      errors.invalid(
        OWNERS,
        [controller, owner],
        `Only one reference can have Controller set to true. Found "true" in references for ${controller.name} and ${owner.name}`,
      )
    }
    controller ??= owner
  }
}

function validateOwner(owner: OwnerReference, errors: FieldErrors): void {
  const { apiVersion, kind, name, uid } = owner
  const [group, version] = splitVersion(apiVersion)
  if (version === '') errors.invalid(`${OWNERS}.apiVersion`, apiVersion, 'version must not be empty')
  if (kind === '') errors.invalid(`${OWNERS}.kind`, kind, 'kind must not be empty')
  if (name === '') errors.invalid(`${OWNERS}.name`, name, 'name must not be empty')
  if (uid === '') errors.invalid(`${OWNERS}.uid`, uid, 'uid must not be empty')
  // Events are short-lived, so nothing may depend on one.
  if (group === '' && version === 'v1' && kind === 'Event') {
    errors.invalid(OWNERS, owner, '/v1, Kind=Event is disallowed from being an owner')
  }
}

/** Group and version; both empty for an invalid apiVersion. */
function splitVersion(apiVersion: string): readonly [string, string] {
  const slash = apiVersion.indexOf('/')
  if (slash !== apiVersion.lastIndexOf('/')) return ['', '']
  return [apiVersion.slice(0, Math.max(slash, 0)), apiVersion.slice(slash + 1)]
}
