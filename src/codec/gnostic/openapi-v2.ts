import { emptyWriter, type Writer } from '#util/protobuf/writer.js'
import {
  anything,
  each,
  entries,
  flag,
  fraction,
  message,
  nested,
  text,
  type Write,
  whole,
} from './message.js'

/**
 * An OpenAPI 2 document as the message `openapi.v2.Document`, which is the only form that kubectl up to 1.28
 * takes. What the server's documents never contain (such as security, headers and examples) is left out.
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
    $ref: text(1),
    format: text(2),
    title: text(3),
    description: text(4),
    default: nested(5, anything),
    multipleOf: fraction(6),
    maximum: fraction(7),
    exclusiveMaximum: flag(8),
    minimum: fraction(9),
    exclusiveMinimum: flag(10),
    maxLength: whole(11),
    minLength: whole(12),
    pattern: text(13),
    maxItems: whole(14),
    minItems: whole(15),
    uniqueItems: flag(16),
    maxProperties: whole(17),
    minProperties: whole(18),
    required: each(text(19)),
    enum: each(nested(20, anything)),
    // Three members that may be one of several things in JSON are in a message of their own.
    additionalProperties: nested(21, (writer, value) =>
      (typeof value === 'boolean' ? flag(2) : nested(1, schemaInside))(writer, value),
    ),
    type: nested(22, text(1)),
    items: nested(23, nested(1, schemaInside)),
    properties: nested(25, entries(1, schemaInside)),
    externalDocs: nested(29, message({ description: text(1), url: text(2) })),
    example: nested(30, anything),
  },
  31,
)

const writeBodyParameter = message({
  description: text(1),
  name: text(2),
  in: text(3),
  required: flag(4),
  schema: nested(5, writeSchema),
})
const writeQueryParameter = message({
  required: flag(1),
  in: text(2),
  description: text(3),
  name: text(4),
  type: text(6),
})
const writePathParameter = message({
  required: flag(1),
  in: text(2),
  description: text(3),
  name: text(4),
  type: text(5),
})

/** Which message a parameter is depends on where it is given. */
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

const writeResponse = message({ description: text(1), schema: nested(2, nested(1, writeSchema)) })

const writeOperation = message(
  {
    tags: each(text(1)),
    description: text(3),
    operationId: text(5),
    produces: each(text(6)),
    consumes: each(text(7)),
    parameters: parameters(8),
    responses: nested(9, entries(1, nested(1, writeResponse))),
    deprecated: flag(11),
  },
  13,
)

const writePathItem = message({
  get: nested(2, writeOperation),
  put: nested(3, writeOperation),
  post: nested(4, writeOperation),
  delete: nested(5, writeOperation),
  patch: nested(8, writeOperation),
  parameters: parameters(9),
})

const writeDocument = message({
  swagger: text(1),
  info: nested(2, message({ title: text(1), version: text(2) })),
  paths: nested(8, entries(2, writePathItem)),
  definitions: nested(9, entries(1, writeSchema)),
})
