import { type ApplyResult, applyFields } from '#apply/apply-fields.js'
import { isSame } from '#apply/compare.js'
import { sameFields } from '#apply/field-set.js'
import { identityOf, type ManagedEntry, type Manager } from '#apply/managed-entry.js'
import { readOwners } from '#apply/owners.js'
import { zeroObject } from '#apply/ownership.js'
import { isReset, readManaged } from '#apply/read-managed.js'
import { updateFields } from '#apply/update-fields.js'
import type { Json } from '#apply/versions.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { isSameObject } from '#registry/conversion.js'
import type { ServedVersion } from '#registry/kind.js'
import type { CurrentObject } from '#registry/write/current-object.js'
import type { CurrentObjectView } from '#registry/write/modification.js'
import type { WriteOptions } from '#registry/write/write-options.js'
import { currentTime } from '#schema/times.js'
import type { Clock } from '#util/clock.js'
import { KindVersions } from './kind-versions.js'

/** The field manager of a write, and the subresource that it writes through. */
export type FieldManager = Pick<WriteOptions, 'manager' | 'subresource'>

const NO_OWNERS: readonly ManagedEntry[] = []

const NOTHING: Json = {}

/** The field manager of the server's own changes. */
const SERVER_MANAGER = 'binnacle'
export const managerOf = ({ manager = SERVER_MANAGER, subresource }: FieldManager): Manager => ({
  name: manager,
  subresource,
})

/**
 * The step of the write pipeline that maintains `metadata.managedFields`. Objects without owners get none before their
 * first apply.
 */
export class ManagedFields<V extends ApiObject> {
  readonly #version: ServedVersion<V>
  readonly #apiVersion: string
  readonly #clock: Clock
  /** By the subresource of the write. */
  readonly #versions = new Map<string | undefined, KindVersions>()

  constructor(version: ServedVersion<V>, clock: Clock) {
    this.#version = version
    this.#clock = clock
    this.#apiVersion = apiVersionOf(version)
  }

  /** Sets the owners of a written object, and ignores those that it names itself. */
  track(object: V, current: CurrentObjectView<V> | undefined, by: FieldManager): void {
    const { metadata } = object
    if (current === undefined) {
      const isTracked = this.#version.conventions.managedFieldsOnCreate && by.manager !== undefined
      metadata.managedFields = isTracked ? this.#afterCreate(object, by) : undefined
      return
    }
    const managers = ownersBefore(metadata, current.metadata, by)
    metadata.managedFields =
      managers.length === 0 ? undefined : this.#afterUpdate(managers, json(current.object), json(object), by)
  }

  /** The same for a write of the metadata alone. Returns false if it needs the whole object. */
  trackMetadata(metadata: ObjectMeta, before: ObjectMeta, by: FieldManager): boolean {
    const managers = ownersBefore(metadata, before, by)
    if (managers.some(({ apiVersion }) => apiVersion !== this.#apiVersion)) return false
    // An object written in another version may break the rules of this one.
    if (managers.length === 0 && this.#version.conversion !== undefined) return false
    metadata.managedFields =
      managers.length === 0 ? undefined : this.#afterUpdate(managers, { metadata: before }, { metadata }, by)
    return true
  }

  /**
   * Keeps the times of owners in an object that is about to be stored, where nothing else of it has changed: what a client
   * has asked for came to what was there. Such a write stores nothing.
   */
  keepTimes(stored: ApiObject, current: CurrentObject<V>): void {
    const { metadata } = stored
    const before = current.metadata.managedFields
    const after = metadata.managedFields
    if (
      before === undefined ||
      !differOnlyInTime(managedFieldsOf(current.metadata), managedFieldsOf(metadata))
    )
      return
    metadata.managedFields = before
    // The version of what is stored is that of the write.
    metadata.resourceVersion = current.stored.metadata.resourceVersion
    const isSame = isSameObject(this.#version.stored.storageVersion, stored, current.stored)
    if (!isSame) metadata.managedFields = after
  }

  /** Applies a patch to the current object, or to none. */
  apply(
    current: CurrentObjectView<V> | undefined,
    applied: Json,
    by: FieldManager,
    force: boolean,
  ): ApplyResult {
    return applyFields({
      versions: this.#versionsFor(by),
      version: this.#apiVersion,
      // What a new object lacks is for the decoder to fill in, which knows its defaults.
      live: current === undefined ? NOTHING : json(current.object),
      managers: current === undefined ? NO_OWNERS : managedFieldsOf(current.metadata),
      applied,
      manager: managerOf(by),
      force,
      now: currentTime(this.#clock),
    })
  }

  #afterCreate(object: V, by: FieldManager): ObjectMeta['managedFields'] {
    return this.#afterUpdate(
      NO_OWNERS,
      this.#version.codec?.zero ?? zeroObject(this.#version.schema),
      json(object),
      by,
    )
  }

  #afterUpdate(
    managers: readonly ManagedEntry[],
    before: Json,
    after: Json,
    by: FieldManager,
  ): ObjectMeta['managedFields'] {
    const entries = updateFields({
      versions: this.#versionsFor(by),
      version: this.#apiVersion,
      before,
      after,
      managers,
      manager: managerOf(by),
      now: currentTime(this.#clock),
    })
    return toManagedFields(entries)
  }

  #versionsFor({ subresource }: FieldManager): KindVersions {
    let versions = this.#versions.get(subresource)
    if (versions === undefined) {
      versions = new KindVersions(this.#version.stored, subresource)
      this.#versions.set(subresource, versions)
    }
    return versions
  }
}

/**
 * The owners that a write starts from. A client may hand ownership over, or have all owners forgotten, but not through a
 * subresource; what cannot be read, or says nothing, leaves owners as they are.
 */
function ownersBefore(made: ObjectMeta, before: ObjectMeta, by: FieldManager): readonly ManagedEntry[] {
  const current = managedFieldsOf(before)
  const given = made.managedFields as readonly ManagedEntry[] | undefined
  if (given === undefined || by.subresource !== undefined || isSame(given, current)) return current
  if (isReset(given)) return NO_OWNERS
  return readManaged(given) ?? current
}

export function managedFieldsOf({ managedFields }: ObjectMeta): readonly ManagedEntry[] {
  return (managedFields as readonly ManagedEntry[] | undefined) ?? NO_OWNERS
}

/** Whether owners differ in nothing but when they have last changed the object. */
export function differOnlyInTime(before: readonly ManagedEntry[], after: readonly ManagedEntry[]): boolean {
  if (before === after || before.length === 0 || before.length !== after.length) return false
  const former = readOwners(before)
  return after.every((entry) => {
    const owner = former.get(identityOf(entry))
    if (owner === undefined || owner.version !== entry.apiVersion) return false
    return owner.entry.fieldsV1 === entry.fieldsV1 || sameFields(owner.fields, entry.fieldsV1)
  })
}

/** The form in which metadata list them: no list instead of an empty one. */
export function toManagedFields(entries: readonly ManagedEntry[]): ObjectMeta['managedFields'] {
  return entries.length === 0 ? undefined : (entries as ObjectMeta['managedFields'])
}

const json = (object: Readonly<ApiObject>) => object as unknown as Json
