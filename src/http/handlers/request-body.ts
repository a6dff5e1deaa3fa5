import { UnreadableBody } from '../../codec/codec.js'
import { codecs } from '../../codec/codecs.js'
import { duplicateMembers } from '../../codec/json-duplicates.js'
import { BODY_TYPES, contentFormat, type Format } from '../../codec/media-type.js'
import { decodeObject, type ExpectedObject } from '../../codec/protobuf/object.js'
import { decodeYaml } from '../../codec/yaml.js'
import { DuplicateKeys } from '../../codec/yaml-duplicates.js'
import { badRequest, unsupportedMediaType } from '../../meta/api-error.js'
import { DeleteOptions } from '../../meta/delete-options.js'
import { apiVersionOf } from '../../meta/resource.js'
import type { ServedVersion } from '../../registry/kind.js'
import { FieldCheck } from '../../registry/write/field-check.js'
import {
  PLAIN_WRITE,
  readWriteQuery,
  type WriteOptions,
  type WriteQuery,
} from '../../registry/write/write-options.js'
import { readBody } from '../body.js'
import type { Exchange } from '../exchange.js'

/** The body of a write and how it is to be done. */
export interface WriteRequest {
  readonly body: unknown
  readonly options: WriteOptions
}

/** What a body is read as. */
export type BodyType = ExpectedObject

export const DELETE_OPTIONS_BODY: BodyType = {
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  schema: DeleteOptions,
}

export function bodyTypeOf(definition: ServedVersion): BodyType {
  const { kind, schema } = definition
  return { apiVersion: apiVersionOf(definition), kind, schema }
}

export async function readWrite(exchange: Exchange, type: BodyType): Promise<WriteRequest> {
  const query = readWriteQuery(exchange.query)
  const format = bodyFormat(exchange)
  const bytes = await readBytes(exchange)
  if (format === 'yaml') return readYaml(bytes, query)
  const body = parseBody(format, bytes, type)
  const complaints = format === 'json' ? () => duplicatesIn(bytes) : () => []
  return { body, options: writeOptions(query, complaints) }
}

function readYaml(bytes: Buffer, query: WriteQuery): WriteRequest {
  const duplicates = query.fieldValidation === 'Ignore' ? undefined : new DuplicateKeys()
  const body = readable(() => decodeYaml(bytes, duplicates))
  return { body, options: writeOptions(query, () => duplicates?.complaints ?? []) }
}

/** The body of the request as a parsed value; undefined when there is none. */
export async function readOptionalValue(exchange: Exchange, type: BodyType): Promise<unknown> {
  const format = bodyFormat(exchange)
  const bytes = await readBytes(exchange)
  return bytes.length === 0 ? undefined : parseBody(format, bytes, type)
}

export function readBytes({ request, maxBodyBytes }: Exchange): Promise<Buffer> {
  return readBody(request, maxBodyBytes)
}

function parseBody(format: Format, body: Buffer, type: BodyType): unknown {
  return readable(() => (format === 'protobuf' ? decodeObject(body, type) : codecs[format].decode(body)))
}

/** Patches are JSON whatever they are about. */
export function parseJson(body: Buffer): unknown {
  return readable(() => codecs.json.decode(body))
}

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableBody) throw badRequest(error.message)
    throw error
  }
}

/** `complaints` finds what is wrong with a body that can be read; it is asked only by those who want to know. */
export function writeOptions(
  { dryRun, fieldValidation }: WriteQuery,
  complaints: () => readonly string[],
): WriteOptions {
  if (fieldValidation === 'Ignore') return dryRun ? { dryRun } : PLAIN_WRITE
  return { dryRun, fields: new FieldCheck(fieldValidation, complaints()) }
}

/** The members that a body in JSON gives more than once. */
export function duplicatesIn(body: Buffer): string[] {
  return duplicateMembers(body.toString()).map((path) => `duplicate field "${path}"`)
}

function bodyFormat({ request }: Exchange): Format {
  const format = contentFormat(request.headers['content-type'])
  if (format === undefined) throw unsupportedMediaType(BODY_TYPES)
  return format
}
