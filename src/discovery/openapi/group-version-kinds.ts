import { groupVersions } from '#discovery/documents.js'
import { APIGroup, APIGroupList, APIResourceList, APIVersions } from '#discovery/types.js'
import { DeleteOptions } from '#meta/delete-options.js'
import type { GroupVersion } from '#meta/resource.js'
import { Status } from '#meta/status.js'
import type { ServedVersion, Subresource } from '#registry/kind.js'
import type { AnyStruct } from '#schema/type.js'
import type { GroupVersionKind } from './model.js'
import { listOf, WatchEvent } from './wire-types.js'

/** The kinds that objects of a type can have, by the name of the type. */
export type KindsOfTypes = ReadonlyMap<string, readonly GroupVersionKind[]>

/** The version of types without a group. */
const V1: GroupVersion = { group: '', version: 'v1' }

/** `builtIn` are the versions of all built-in kinds. */
export function kindsOfTypes(
  kinds: readonly ServedVersion[],
  builtIn: readonly ServedVersion[],
): KindsOfTypes {
  // Options and events belong to every group. Custom resources are omitted, so that documents about other kinds do not
  // change with them.
  const everywhere = [...groupVersions([V1, ...builtIn])].sort(byName)
  return new Map<string, readonly GroupVersionKind[]>([
    ...[APIGroup, APIGroupList, APIResourceList, APIVersions, Status].map(
      (type) => [type.name, [{ ...V1, kind: shortName(type) }]] as const,
    ),
    ...[DeleteOptions, WatchEvent].map(
      (type) => [type.name, everywhere.map((version) => ({ ...version, kind: shortName(type) }))] as const,
    ),
    ...kinds.flatMap(typesOf),
  ])
}

function typesOf(definition: ServedVersion): [string, GroupVersionKind[]][] {
  const { group, version, schema, subresources } = definition
  return [
    [schema.name, [kindOf(definition)]],
    [listOf(definition).name, [{ group, version, kind: definition.listKind }]],
    ...subresources.flatMap((subresource): [string, GroupVersionKind[]][] =>
      subresource.schema === undefined
        ? []
        : [[subresource.schema.name, [subresourceKind(definition, subresource)]]],
    ),
  ]
}

export function kindOf({ group, version, kind }: ServedVersion): GroupVersionKind {
  return { group, version, kind }
}

/** The kind of the objects of a subresource. */
export function subresourceKind(
  { group, version }: ServedVersion,
  { kind, groupVersion }: Subresource,
): GroupVersionKind {
  return { group: groupVersion?.group ?? group, version: groupVersion?.version ?? version, kind }
}

const byName = (one: GroupVersion, other: GroupVersion) =>
  compare(one.group, other.group) || compare(one.version, other.version)

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const shortName = ({ name }: AnyStruct) => name.slice(name.lastIndexOf('.') + 1)
