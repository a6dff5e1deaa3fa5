import { applyFields } from '#apply/apply-fields.js'
import type { ManagedEntry } from '#apply/managed-entry.js'
import { ownershipOf } from '#apply/ownership.js'
import { updateFields } from '#apply/update-fields.js'
import type { Json, Versions } from '#apply/versions.js'
import type { AnyStruct } from '#schema/type.js'
import type { OwnerEntry, Rules, Write } from './apply-sequence.js'
import type { FieldsV1 } from './fields-v1.js'
import { zeroObject } from './random-schema.js'
import { schemaIn, type Version, valueFrom, valueIn } from './two-versions.js'

interface Managed {
  readonly object: unknown
  readonly managers: readonly ManagedEntry[]
}

/** The rules as the server implements them. */
export function implementationRules(type: AnyStruct): Rules<Managed> {
  const versions: Versions = {
    ownershipIn: (version) => ownershipOf(schemaIn(type, version as Version)),
    convert: (object, from, to) => inVersion(to, valueFrom(from as Version, type, object)),
  }
  const inVersion = (version: string, object: unknown) =>
    frozen(valueIn(version as Version, type, object)) as Json
  const common = ({ manager, version, now }: Write) => ({
    versions,
    version,
    manager: { name: manager },
    now,
  })
  return {
    nothing: { object: zeroObject(type), managers: [] },
    isUntracked: ({ managers }) => managers.length === 0,

    apply: (live, write, applied, force) => {
      const { version } = write
      const result = applyFields({
        ...common(write),
        live: inVersion(version, live.object),
        managers: frozen(live.managers),
        applied: inVersion(version, applied),
        force,
      })
      if (result.conflicts !== undefined) {
        const texts = result.conflicts.map(({ owner, path }) => `${ownerText(owner)}: ${path}`)
        return { owned: live, conflicts: texts.sort() }
      }
      const object = valueFrom(version, type, result.object)
      return { owned: { object, managers: result.managers }, conflicts: [] }
    },

    update: ({ object, managers }, write, after) => {
      const { version } = write
      const owners = updateFields({
        ...common(write),
        before: inVersion(version, object),
        after: inVersion(version, after),
        managers: frozen(managers),
      })
      return { object: after, managers: owners }
    },

    entries: ({ managers }) => managers.map(entryOf),
  }
}

function entryOf({
  manager = '',
  operation = '',
  apiVersion = '',
  time,
  fieldsV1,
}: ManagedEntry): OwnerEntry {
  return { manager, operation, version: apiVersion, time: time ?? undefined, fields: fieldsV1 as FieldsV1 }
}

const ownerText = ({ manager, operation, apiVersion }: ManagedEntry) =>
  `${manager} ${operation} ${apiVersion}`

/** Freezes the value. */
function frozen<T>(value: T): T {
  if (value !== null && typeof value === 'object') {
    Object.values(value).forEach(frozen)
    Object.freeze(value)
  }
  return value
}
