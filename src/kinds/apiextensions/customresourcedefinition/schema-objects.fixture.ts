import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import type { Body, RuleExample, RuleTable } from '#meta/rule-examples.fixture.js'
import { customResourceDefinition } from './index.js'

await customResourceDefinition.storageVersion.rules.load?.()

/** Definitions that contain the schemas of examples. */

export const ROOT = 'spec.versions[0].schema.openAPIV3Schema'

/** A definition with the schema at `ROOT`. */
export const definitionOf = (schema: Body, version: Body = {}) => ({
  metadata: { name: 'boats.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'boats', kind: 'Boat' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version }],
  },
})

/** The rules on the schema of a property. */
export function rulesOfProperty(type: string, examples: readonly RuleExample[]): RuleTable {
  return rulesOfObject({
    type,
    version: customResourceDefinition.storageVersion,
    at: `${ROOT}.properties[x]`,
    object: (schema) => definitionOf({ ...OBJECT, properties: { x: schema } }),
    examples,
  })
}

export const STRING = { type: 'string' }
export const OBJECT = { type: 'object' }
export const LIST = { type: 'array', items: STRING }
export const ANYTHING = { 'x-kubernetes-preserve-unknown-fields': true }
export const EMBEDDED = { ...OBJECT, 'x-kubernetes-embedded-resource': true }

/** An object that restricts its property `a` once more. */
export const nested = (part: Body) => ({ ...OBJECT, properties: { a: STRING }, allOf: [part] })
export const NESTED = nested({ properties: { a: { minLength: 1 } } })
