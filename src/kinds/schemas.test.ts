import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { StructType, Type } from '#schema/type.js'
import { federationKinds } from './federation-kinds.js'
import { kinds } from './index.js'

/** Types are described on first use, which may be long after the start: a mistake would show only then. */
it('the schemas of all kinds are valid', () => {
  const seen = new Set<Type>()
  for (const { versions } of [...kinds, ...federationKinds])
    for (const { schema } of versions) describeAll(schema, seen)
  assert.ok(seen.size > 0)
})

/** Throws for a mistake in a description, such as two fields with the same protobuf number. */
function describeAll(type: Type, seen: Set<Type>): void {
  if (seen.has(type)) return
  seen.add(type)
  if (type.kind === 'list' || type.kind === 'map') describeAll(type.element, seen)
  if (type.kind === 'either') for (const part of [type.struct, type.other]) describeAll(part, seen)
  if (type.kind !== 'struct') return
  for (const field of Object.values((type as StructType).fields)) describeAll(field.type, seen)
}
