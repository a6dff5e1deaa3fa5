import type { FieldErrors } from '../../../meta/field-errors.js'
import type { CustomResourceDefinitionVersion } from './schema.js'

type SchemaRules = typeof import('./schema-rules.js')

let loaded: SchemaRules | undefined

/**
 * Loads the rules on schemas, with the language of their expressions: most servers have no definitions, and pay nothing for
 * what checks them. Undefined when they are loaded. Every definition that is written waits for this.
 */
export function loadSchemaRules(): Promise<void> | undefined {
  if (loaded !== undefined) return undefined
  return import('./schema-rules.js').then((rules) => {
    loaded = rules
  })
}

/** See `schema-rules.ts`. */
export function validateVersionSchema(
  version: Readonly<CustomResourceDefinitionVersion>,
  known: readonly CustomResourceDefinitionVersion[],
  place: string,
  errors: FieldErrors,
): void {
  if (loaded === undefined) throw new Error('the rules on schemas are not loaded')
  loaded.validateVersionSchema(version, known, place, errors)
}
