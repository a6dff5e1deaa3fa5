import { META_GROUP, type MetaVersion, type Representation } from '#codec/representation.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { Clock } from '#util/clock.js'
import { formatAge } from './age.js'
import { type Column, definitionsOf } from './column.js'
import { partialObjectMetadata } from './projection.js'
import type { IncludedObject } from './table.js'

/** How a value is shown that is not stored, such as the scale of an object: as a table or by its metadata. */
export function projectedValue(
  value: ApiObject,
  columns: readonly Column<ApiObject>[],
  { projection, version }: Representation,
  include: IncludedObject,
  clock: Clock,
): object {
  if (projection === 'metadata') return partialObjectMetadata(value.metadata, version)
  const { selfLink, resourceVersion, creationTimestamp } = value.metadata
  const now = clock.now()
  const age = formatAge(creationTimestamp, now)
  const cells = columns.map(({ cell }) => (cell === undefined ? age : cell(value, now)))
  return {
    kind: 'Table',
    apiVersion: `${META_GROUP}/${version}`,
    metadata: { selfLink, resourceVersion },
    columnDefinitions: definitionsOf(columns),
    rows: [{ cells, object: includedPart(value, include, version) }],
  }
}

function includedPart(value: ApiObject, include: IncludedObject, version: MetaVersion): object | undefined {
  if (include === 'None') return undefined
  return include === 'Metadata' ? partialObjectMetadata(value.metadata, version) : value
}
