import { emptyWriter, type Writer } from '#util/protobuf/writer.js'
import {
  anyJson,
  bool,
  double,
  each,
  entries,
  int64,
  message,
  nested,
  string,
  type Write,
} from './message.js'

/**
 * An OpenAPI 2 document as the message `openapi.v2.Document`, the only format that kubectl up to 1.28 accepts. Omits
 * parts that the server's documents never contain, such as security, headers and examples.
 */
export function encodeOpenApiV2(document: object): Buffer {
  const writer = emptyWriter()
  writeDocument(writer, document)
  return writer.take()
}

/** Schemas contain schemas. */
const schemaInside: Write = (writer, value) => writeSchema(writer, value)

const writeSchema = message(
  {
    $ref: string(1),
    format: string(2),
    title: string(3),
    description: string(4),
    default: nested(5, anyJson),
    multipleOf: double(6),
    maximum: double(7),
    exclusiveMaximum: bool(8),
    minimum: double(9),
    exclusiveMinimum: bool(10),
    maxLength: int64(11),
    minLength: int64(12),
    pattern: string(13),
    maxItems: int64(14),
    minItems: int64(15),
    uniqueItems: bool(16),
    maxProperties: int64(17),
    minProperties: int64(18),
    required: each(string(19)),
    enum: each(nested(20, anyJson)),
    // Three fields with alternatives in JSON have their own messages.
    additionalProperties: nested(21, (writer, value) =>
      (typeof value === 'boolean' ? bool(2) : nested(1, schemaInside))(writer, value),
    ),
    type: nested(22, string(1)),
    items: nested(23, nested(1, schemaInside)),
    properties: nested(25, entries(1, schemaInside)),
    externalDocs: nested(29, message({ description: string(1), url: string(2) })),
    example: nested(30, anyJson),
  },
  31,
)

const writeBodyParameter = message({
  description: string(1),
  name: string(2),
  in: string(3),
  required: bool(4),
  schema: nested(5, writeSchema),
})
const writeQueryParameter = message({
  required: bool(1),
  in: string(2),
  description: string(3),
  name: string(4),
  type: string(6),
  uniqueItems: bool(20),
})
const writePathParameter = message({
  required: bool(1),
  in: string(2),
  description: string(3),
  name: string(4),
  type: string(5),
  uniqueItems: bool(19),
})

/** The message of a parameter depends on its location. */
const PARAMETERS: Readonly<Record<string, Write>> = {
  body: nested(1, writeBodyParameter),
  query: nested(2, nested(3, writeQueryParameter)),
  path: nested(2, nested(4, writePathParameter)),
}

function writeParameter(writer: Writer, value: unknown): void {
  const { in: place } = value as { in: string }
  const write = PARAMETERS[place]
  if (write === undefined) throw new Error(`the message has no place for parameters in ${place}`)
  write(writer, value)
}

const parameters = (number: number) => each(nested(number, nested(1, writeParameter)))

const writeResponse = message({ description: string(1), schema: nested(2, nested(1, writeSchema)) })

const writeOperation = message(
  {
    tags: each(string(1)),
    description: string(3),
    operationId: string(5),
    produces: each(string(6)),
    consumes: each(string(7)),
    parameters: parameters(8),
    responses: nested(9, entries(1, nested(1, writeResponse))),
    deprecated: bool(11),
  },
  13,
)

const writePathItem = message({
  get: nested(2, writeOperation),
  put: nested(3, writeOperation),
  post: nested(4, writeOperation),
  delete: nested(5, writeOperation),
  head: nested(7, writeOperation),
  patch: nested(8, writeOperation),
  parameters: parameters(9),
})

const writeDocument = message({
  swagger: string(1),
  info: nested(2, message({ title: string(1), version: string(2) })),
  paths: nested(8, entries(2, writePathItem)),
  definitions: nested(9, entries(1, writeSchema)),
})
