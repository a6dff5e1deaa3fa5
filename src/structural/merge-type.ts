import {
  ATOMIC,
  DEDUCED,
  type FieldMergeType,
  keyedMergeType,
  type MergeType,
  type StructMergeType,
  setMergeType,
  structMergeType,
} from '#apply/merge-type.js'
import { fieldElement } from '#apply/path-element.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { perObject } from '#util/memoize.js'
import type { StructuralSchema } from './schema.js'

/**
 * The merge type of a custom resource for server-side apply: objects by property, maps by key, lists atomic unless
 * they are sets or have keys. Values without a schema are deduced.
 */
export const structuralMergeType: (schema: StructuralSchema) => StructMergeType = perObject((schema) =>
  propertiesMergeType(schema, true),
)

const mergeTypeOf: (schema: StructuralSchema) => MergeType = perObject((schema) => {
  switch (schema.type) {
    case 'object':
      return objectMergeType(schema)
    case 'array':
      return listMergeType(schema)
    default:
      return schema.type === undefined && schema.preserveUnknownFields ? DEDUCED : ATOMIC
  }
})

function objectMergeType(schema: StructuralSchema): MergeType {
  if (schema.mapType === 'atomic') return ATOMIC
  const { properties, additionalProperties } = schema
  if (properties === undefined && !schema.preserveUnknownFields) {
    if (typeof additionalProperties === 'object')
      return { kind: 'map', element: mergeTypeOf(additionalProperties) }
    if (additionalProperties === true) return DEDUCED
  }
  return propertiesMergeType(schema, schema.embeddedResource)
}

/** Fields of every object, whether its schema names them or not. */
const RESOURCE_FIELDS = new Map<string, () => MergeType>([
  ['apiVersion', () => ATOMIC],
  ['kind', () => ATOMIC],
  ['metadata', () => structMergeType(ObjectMeta)],
])

function propertiesMergeType(schema: StructuralSchema, isResource: boolean): StructMergeType {
  const known = new Map<string, FieldMergeType>()
  return {
    kind: 'struct',
    field(name) {
      const cached = known.get(name)
      if (cached !== undefined) return cached
      const mergeType = (isResource && RESOURCE_FIELDS.get(name)?.()) || propertyMergeType(schema, name)
      if (mergeType === undefined) {
        // Names that clients choose are not cached.
        return schema.preserveUnknownFields
          ? { mergeType: DEDUCED, element: fieldElement(name), isEntry: true }
          : undefined
      }
      const field = { mergeType, element: fieldElement(name) }
      known.set(name, field)
      return field
    },
  }
}

function propertyMergeType(schema: StructuralSchema, name: string): MergeType | undefined {
  const property = schema.properties?.get(name)
  return property && mergeTypeOf(property)
}

function listMergeType({ listType, listMapKeys, items }: StructuralSchema): MergeType {
  if (items === undefined || listType === 'atomic') return ATOMIC
  if (listType === 'set') return setMergeType(mergeTypeOf(items))
  return keyedMergeType(mergeTypeOf(items), listMapKeys, (key) => items.properties?.get(key)?.default)
}
