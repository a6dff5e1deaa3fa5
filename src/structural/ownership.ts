import { memberElement } from '#apply/path-element.js'
import {
  keyedShape,
  type Member,
  OPEN,
  type Shape,
  type StructShape,
  setShape,
  structShape,
  WHOLE,
} from '#apply/shape.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { perObject } from '#util/per-object.js'
import type { StructuralSchema } from './schema.js'

/**
 * How the parts of an object are owned in server-side apply, as its schema says: objects by their members, maps by their
 * keys, lists as a whole unless they are sets or have keys. What the schema leaves open is owned by what is there.
 */
export const ownershipShape: (schema: StructuralSchema) => StructShape = perObject((schema) =>
  membersShape(schema, true),
)

const shapeOf: (schema: StructuralSchema) => Shape = perObject((schema) => {
  switch (schema.type) {
    case 'object':
      return objectShape(schema)
    case 'array':
      return listShape(schema)
    default:
      return schema.type === undefined && schema.preserveUnknownFields ? OPEN : WHOLE
  }
})

function objectShape(schema: StructuralSchema): Shape {
  if (schema.mapType === 'atomic') return WHOLE
  const { properties, additionalProperties } = schema
  if (properties === undefined && !schema.preserveUnknownFields) {
    if (typeof additionalProperties === 'object')
      return { kind: 'map', element: shapeOf(additionalProperties) }
    if (additionalProperties === true) return OPEN
  }
  return membersShape(schema, schema.embeddedResource)
}

/** What every object has, whether its schema says so or not. */
const RESOURCE_SHAPES = new Map<string, () => Shape>([
  ['apiVersion', () => WHOLE],
  ['kind', () => WHOLE],
  ['metadata', () => structShape(ObjectMeta)],
])

function membersShape(schema: StructuralSchema, isResource: boolean): StructShape {
  const members = new Map<string, Member>()
  return {
    kind: 'struct',
    member(name) {
      const known = members.get(name)
      if (known !== undefined) return known
      const shape = (isResource && RESOURCE_SHAPES.get(name)?.()) || namedShape(schema, name)
      if (shape === undefined) {
        // Names that clients make up are not remembered.
        return schema.preserveUnknownFields
          ? { shape: OPEN, element: memberElement(name), isEntry: true }
          : undefined
      }
      const member = { shape, element: memberElement(name) }
      members.set(name, member)
      return member
    },
  }
}

function namedShape(schema: StructuralSchema, name: string): Shape | undefined {
  const property = schema.properties?.get(name)
  return property && shapeOf(property)
}

function listShape({ listType, listMapKeys, items }: StructuralSchema): Shape {
  if (items === undefined || listType === 'atomic') return WHOLE
  if (listType === 'set') return setShape(shapeOf(items))
  return keyedShape(shapeOf(items), listMapKeys, (key) => items.properties?.get(key)?.default)
}
