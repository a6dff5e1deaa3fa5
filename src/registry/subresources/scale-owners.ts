import { applyFields } from '#apply/apply-fields.js'
import { difference, type FieldSet, fieldAt, hasSelf } from '#apply/field-set.js'
import { identityOf, type ManagedEntry } from '#apply/managed-entry.js'
import { readOwners, writeOwners } from '#apply/owners.js'
import { ownershipOf } from '#apply/ownership.js'
import { updateFields } from '#apply/update-fields.js'
import type { Json, Versions } from '#apply/versions.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf, type GroupVersion } from '#meta/resource.js'
import { entriesOf, listed, managerOf, now, type WritingManager } from '#registry/write/managed-fields.js'
import { expectNoConflict } from '#registry/write/object-applier.js'
import type { AnyStruct } from '#schema/type.js'

/** Where the wanted number of replicas stands in a scale, and in objects unless they say otherwise. */
const SPEC_REPLICAS = ['spec', 'replicas']
const REPLICAS = fieldAt(...SPEC_REPLICAS)

/**
 * The owners of a scale. It is no stored object: those who own its replicas are those who own the replicas of the object
 * that is scaled, in the version of the scale. What a write of the scale makes of them is taken back into the object.
 */
export class ScaleOwners {
  readonly #version: string
  readonly #versions: Versions
  readonly #path: readonly string[]

  /** `path` is where the replicas stand in the objects. */
  constructor(type: GroupVersion & { readonly schema: AnyStruct }, path: readonly string[] = SPEC_REPLICAS) {
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
    by: WritingManager,
  ): ObjectMeta['managedFields'] {
    const entries = entriesOf(metadata)
    const managers = this.#ofScale(entries)
    // Replicas without an owner have none after an update either.
    if (managers.length === 0) return metadata.managedFields
    const changed = updateFields({
      versions: this.#versions,
      version: this.#version,
      before: before as Json,
      after: after as Json,
      managers,
      manager: managerOf(by),
      now: now(),
    })
    return listed(this.#ofObject(entries, changed, apiVersionOf(objectVersion)))
  }

  /** The scale, and the owners of its object, when something is applied to it. Throws the error for the client. */
  apply(
    metadata: ObjectMeta,
    objectVersion: GroupVersion,
    live: object,
    applied: Json,
    by: WritingManager,
    force: boolean,
  ): { readonly scale: Json; readonly managedFields: ObjectMeta['managedFields'] } {
    const entries = entriesOf(metadata)
    const result = applyFields({
      versions: this.#versions,
      version: this.#version,
      live: live as Json,
      managers: this.#ofScale(entries),
      applied,
      manager: managerOf(by),
      force,
      claimsUnowned: false,
      now: now(),
    })
    expectNoConflict(result)
    const managedFields = listed(this.#ofObject(entries, result.managers, apiVersionOf(objectVersion)))
    return { scale: result.object, managedFields }
  }

  #ofScale(entries: readonly ManagedEntry[]): ManagedEntry[] {
    return entries.filter((entry) => ownsField(entry, this.#path)).map((entry) => this.#asOfScale(entry))
  }

  #asOfScale(entry: ManagedEntry): ManagedEntry {
    return { ...entry, apiVersion: this.#version, fieldsV1: REPLICAS }
  }

  /** A manager that has lost the replicas of the scale has lost those of the object; one that has gained them has no time. */
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
