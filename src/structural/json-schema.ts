/**
 * `openAPIV3Schema` as a definition contains it; decoding has checked the types of its fields. `validateSchema`
 * checks it before it is compiled.
 */
export interface JsonSchema {
  readonly id?: string | undefined
  readonly $schema?: string | undefined
  readonly $ref?: string | undefined
  readonly description?: string | undefined
  readonly type?: string | undefined
  readonly format?: string | undefined
  readonly title?: string | undefined
  readonly default?: unknown
  readonly example?: unknown
  readonly externalDocs?: object | undefined
  readonly nullable?: boolean | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly maximum?: number | undefined
  readonly exclusiveMaximum?: boolean | undefined
  readonly minimum?: number | undefined
  readonly exclusiveMinimum?: boolean | undefined
  readonly multipleOf?: number | undefined
  readonly maxLength?: number | undefined
  readonly minLength?: number | undefined
  readonly pattern?: string | undefined
  readonly maxItems?: number | undefined
  readonly minItems?: number | undefined
  readonly uniqueItems?: boolean | undefined
  readonly maxProperties?: number | undefined
  readonly minProperties?: number | undefined
  readonly required?: readonly string[] | undefined
  /** One schema for all items. A list of schemas is refused. */
  readonly items?: JsonSchema | readonly JsonSchema[] | undefined
  readonly additionalItems?: JsonSchema | boolean | undefined
  readonly allOf?: readonly JsonSchema[] | undefined
  readonly oneOf?: readonly JsonSchema[] | undefined
  readonly anyOf?: readonly JsonSchema[] | undefined
  readonly not?: JsonSchema | undefined
  readonly properties?: JsonSchemas | undefined
  readonly additionalProperties?: JsonSchema | boolean | undefined
  readonly patternProperties?: JsonSchemas | undefined
  readonly dependencies?: { readonly [name: string]: JsonSchema | readonly string[] } | undefined
  readonly definitions?: JsonSchemas | undefined
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean | undefined
  readonly 'x-kubernetes-embedded-resource'?: boolean | undefined
  readonly 'x-kubernetes-int-or-string'?: boolean | undefined
  readonly 'x-kubernetes-list-map-keys'?: readonly string[] | undefined
  readonly 'x-kubernetes-list-type'?: string | undefined
  readonly 'x-kubernetes-map-type'?: string | undefined
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[] | undefined
}

export type JsonSchemas = { readonly [name: string]: JsonSchema }

/** An entry of `x-kubernetes-validations`: an expression that must be true for values of its schema. */
export interface ValidationRule {
  readonly rule?: string | undefined
  readonly message?: string | undefined
  readonly messageExpression?: string | undefined
  readonly reason?: string | undefined
  readonly fieldPath?: string | undefined
  readonly optionalOldSelf?: boolean | undefined
}
