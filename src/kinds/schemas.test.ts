import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { StructType, Type } from '#schema/type.js'
import { kinds } from './index.js'

/** A server describes a type when it first uses it, which may be long after its start: a mistake would show only then. */
it('the schemas of all kinds are valid', () => {
  const seen = new Set<Type>()
  for (const { versions } of kinds) for (const { schema } of versions) describeAll(schema, seen)
  assert.ok(seen.size > 0)
})

/** Throws for a mistake in a description, such as two fields with one number of protobuf. */
function describeAll(type: Type, seen: Set<Type>): void {
  if (seen.has(type)) return
  seen.add(type)
  if (type.kind === 'list' || type.kind === 'map') describeAll(type.element, seen)
  if (type.kind === 'either') for (const part of [type.struct, type.other]) describeAll(part, seen)
  if (type.kind !== 'struct') return
  for (const field of Object.values((type as StructType).fields)) describeAll(field.type, seen)
}
