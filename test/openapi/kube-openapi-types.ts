import type { Json } from '../support/client.js'

/**
 * Converts an OpenAPI 3 document as a Go client does that reads it into the types of kube-openapi and writes it again. Unknown
 * fields are lost, and so are empty ones, because the types have `omitempty`.
 */
export function throughKubeOpenApi(document: Json): Json {
  return struct(DOCUMENT)(document)
}

type Reader = (value: Json) => Json

/** Undefined if the value is omitted. */
const text: Reader = (value) => (value === '' ? undefined : value)
const flag: Reader = (value) => (value === true ? true : undefined)
/** Numbers are pointers, so zero is written. */
const number: Reader = (value) => value
const anything: Reader = (value) => (value === null ? undefined : value)
const texts: Reader = (value) => (value.length === 0 ? undefined : value)

const listOf =
  (item: () => Reader): Reader =>
  (value) =>
    value.length === 0 ? undefined : value.map((element: Json) => item()(element))

const mapOf =
  (item: () => Reader): Reader =>
  (value) => {
    const entries = Object.entries<Json>(value).map(([name, element]) => [name, item()(element)])
    return entries.length === 0 ? undefined : Object.fromEntries(entries)
  }

const struct =
  (fields: Readonly<Record<string, Reader>>): Reader =>
  (value) => {
    const entries = Object.entries<Json>(value).map(([name, property]) => {
      if (Object.hasOwn(fields, name)) return [name, fields[name]?.(property)]
      return [name, name.startsWith('x-') ? property : undefined]
    })
    return Object.fromEntries(entries.filter(([, property]) => property !== undefined))
  }

const schema: Reader = (value) => struct(SCHEMA)(value)

const SCHEMA: Readonly<Record<string, Reader>> = {
  $ref: text,
  description: text,
  type: (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value),
  nullable: flag,
  format: text,
  title: text,
  default: anything,
  maximum: number,
  exclusiveMaximum: flag,
  minimum: number,
  exclusiveMinimum: flag,
  maxLength: number,
  minLength: number,
  pattern: text,
  maxItems: number,
  minItems: number,
  uniqueItems: flag,
  multipleOf: number,
  enum: texts,
  maxProperties: number,
  minProperties: number,
  required: texts,
  items: (value) => (Array.isArray(value) ? value.map(schema) : schema(value)),
  allOf: listOf(() => schema),
  oneOf: listOf(() => schema),
  anyOf: listOf(() => schema),
  not: schema,
  properties: mapOf(() => schema),
  additionalProperties: (value) => (typeof value === 'boolean' ? value : schema(value)),
  discriminator: text,
  readOnly: flag,
  externalDocs: struct({ description: text, url: text }),
  example: anything,
}

const MEDIA = mapOf(() => struct({ schema, example: anything }))

const PARAMETER = struct({
  name: text,
  in: text,
  description: text,
  required: flag,
  deprecated: flag,
  allowEmptyValue: flag,
  style: text,
  explode: flag,
  allowReserved: flag,
  schema,
  content: MEDIA,
})

const OPERATION = struct({
  tags: texts,
  summary: text,
  description: text,
  operationId: text,
  parameters: listOf(() => PARAMETER),
  requestBody: struct({ description: text, content: MEDIA, required: flag }),
  responses: mapOf(() => struct({ description: text, content: MEDIA })),
  deprecated: flag,
})

const PATH = struct({
  summary: text,
  description: text,
  ...Object.fromEntries(
    ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].map((method) => [
      method,
      OPERATION,
    ]),
  ),
  parameters: listOf(() => PARAMETER),
})

const DOCUMENT: Readonly<Record<string, Reader>> = {
  openapi: text,
  info: struct({ title: text, description: text, version: text }),
  paths: mapOf(() => PATH),
  components: struct({ schemas: mapOf(() => schema) }),
}
