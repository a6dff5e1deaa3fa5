// Has the types of all kinds described, which fails for a mistake in a description: two fields with one number of protobuf.
// A server describes a type when it first uses it, which may be long after its start.
import { kinds } from '../dist/kinds/index.js'

const seen = new Set()

function describe(type) {
  if (type === undefined || seen.has(type)) return
  seen.add(type)
  if (type.kind === 'list' || type.kind === 'map') describe(type.element)
  if (type.kind === 'either') for (const part of [type.struct, type.other]) describe(part)
  if (type.kind === 'struct') for (const field of Object.values(type.fields)) describe(field.type)
}

try {
  for (const { versions } of kinds) for (const { schema } of versions) describe(schema)
} catch (error) {
  console.error(`schemas: ${error.message}`)
  process.exit(1)
}
