import { applyFields } from '#apply/apply-fields.js'
import { difference, type FieldSet, fieldAt, hasSelf } from '#apply/field-set.js'
import { identityOf, type ManagedEntry } from '#apply/managed-entry.js'
import { readOwners, writeOwners } from '#apply/owners.js'
import { ownershipOf } from '#apply/ownership.js'
import { updateFields } from '#apply/update-fields.js'
import type { Json, Versions } from '#apply/versions.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf, type GroupVersion } from '#meta/resource.js'
import {
  type FieldManager,
  managedFieldsOf,
  managerOf,
  toManagedFields,
} from '#registry/write/apply/managed-fields.js'
import { expectNoConflict } from '#registry/write/apply/object-applier.js'
import { currentTime } from '#schema/times.js'
import type { AnyStruct } from '#schema/type.js'
import type { Clock } from '#util/clock.js'

/** The path of the replicas in a scale, and by default in objects. */
const SPEC_REPLICAS = ['spec', 'replicas']
const REPLICAS = fieldAt(...SPEC_REPLICAS)

/**
 * The managed fields of a scale. A scale is not stored: the owners of its replicas are the owners of the object's
 * replicas. A write of the scale updates the owners in the object.
 */
export class ScaleManagedFields {
  readonly #version: string
  readonly #versions: Versions
  readonly #path: readonly string[]
  readonly #clock: Clock

  /** `path` is the path of the replicas in the objects. */
  constructor(
    type: GroupVersion & { readonly schema: AnyStruct },
    clock: Clock,
    path: readonly string[] = SPEC_REPLICAS,
  ) {
    this.#clock = clock
    this.#path = path
    this.#version = apiVersionOf(type)
    this.#versions = {
      ownershipIn: (version) => (version === this.#version ? ownershipOf(type.schema) : undefined),
      convert: (object) => object,
    }
  }

  /** The owners of an object whose scale was changed from `before` to `after`, in the version of the request. */
  update(
    metadata: ObjectMeta,
    objectVersion: GroupVersion,
    before: object,
    after: object,
    by: FieldManager,
  ): ObjectMeta['managedFields'] {
    const entries = managedFieldsOf(metadata)
    const managers = this.#ofScale(entries)
    // Replicas without an owner stay without one.
    if (managers.length === 0) return metadata.managedFields
    const changed = updateFields({
      versions: this.#versions,
      version: this.#version,
      before: before as Json,
      after: after as Json,
      managers,
      manager: managerOf(by),
      now: currentTime(this.#clock),
    })
    return toManagedFields(this.#ofObject(entries, changed, apiVersionOf(objectVersion)))
  }

  /** Applies a patch to the scale. Returns the scale and the owners of its object. Throws the error for the client. */
  apply(
    metadata: ObjectMeta,
    objectVersion: GroupVersion,
    live: object,
    applied: Json,
    by: FieldManager,
    force: boolean,
  ): { readonly scale: Json; readonly managedFields: ObjectMeta['managedFields'] } {
    const entries = managedFieldsOf(metadata)
    const result = applyFields({
      versions: this.#versions,
      version: this.#version,
      live: live as Json,
      managers: this.#ofScale(entries),
      applied,
      manager: managerOf(by),
      force,
      claimsUnowned: false,
      now: currentTime(this.#clock),
    })
    expectNoConflict(result)
    const managedFields = toManagedFields(
      this.#ofObject(entries, result.managers, apiVersionOf(objectVersion)),
    )
    return { scale: result.object, managedFields }
  }

  #ofScale(entries: readonly ManagedEntry[]): ManagedEntry[] {
    return entries.filter((entry) => ownsField(entry, this.#path)).map((entry) => this.#asOfScale(entry))
  }

  #asOfScale(entry: ManagedEntry): ManagedEntry {
    return { ...entry, apiVersion: this.#version, fieldsV1: REPLICAS }
  }

  /** A manager that lost the replicas of the scale loses those of the object; one that gained them has no time yet. */
  #ofObject(
    entries: readonly ManagedEntry[],
    ofScale: readonly ManagedEntry[],
    objectVersion: string,
  ): readonly ManagedEntry[] {
    const left = new Map(ofScale.map((entry) => [identityOf(entry), entry]))
    const replicas = fieldAt(...this.#path)
    const owners = readOwners(entries)
    for (const [id, owner] of owners) {
      const isKept =
        !ownsField(owner.entry, this.#path) || left.delete(identityOf(this.#asOfScale(owner.entry)))
      if (!isKept) owners.set(id, { ...owner, fields: difference(owner.fields, replicas) })
    }
    for (const entry of left.values()) {
      const added = { ...entry, apiVersion: objectVersion, time: undefined }
      owners.set(identityOf(added), {
        entry: added,
        version: objectVersion,
        fields: replicas,
        time: undefined,
      })
    }
    return writeOwners(owners, entries)
  }
}

function ownsField({ fieldsV1 }: ManagedEntry, path: readonly string[]): boolean {
  let field = fieldsV1 as FieldSet | undefined
  for (const name of path) field = field?.[`f:${name}`]
  return field !== undefined && hasSelf(field)
}
