import { UnreadableBody } from '../../codec/codec.js'
import { codecs } from '../../codec/codecs.js'
import { duplicateMembers } from '../../codec/json-duplicates.js'
import { BODY_TYPES, contentFormat, type Format } from '../../codec/media-type.js'
import { badRequest, unsupportedMediaType } from '../../meta/api-error.js'
import { FieldCheck } from '../../registry/field-check.js'
import {
  PLAIN_WRITE,
  readWriteQuery,
  type WriteOptions,
  type WriteQuery,
} from '../../registry/write-options.js'
import { readBody } from '../body.js'
import type { Exchange } from '../exchange.js'
import { defaultLimits } from '../listener-limits.js'

/** The body of a write and how it is to be done. */
export interface WriteRequest {
  readonly body: unknown
  readonly options: WriteOptions
}

export async function readWrite(exchange: Exchange): Promise<WriteRequest> {
  const query = readWriteQuery(exchange.query)
  const format = bodyFormat(exchange)
  const bytes = await readBytes(exchange)
  const body = parseBody(format, bytes)
  return { body, options: writeOptions(query, format, bytes) }
}

/** The body of the request as a parsed value; undefined when there is none. */
export async function readOptionalValue(exchange: Exchange): Promise<unknown> {
  const format = bodyFormat(exchange)
  const bytes = await readBytes(exchange)
  return bytes.length === 0 ? undefined : parseBody(format, bytes)
}

export function readBytes({ request }: Exchange): Promise<Buffer> {
  return readBody(request, defaultLimits.maxBodyBytes)
}

export function parseBody(format: Format, body: Buffer): unknown {
  try {
    return codecs[format].decode(body)
  } catch (error) {
    if (error instanceof UnreadableBody) throw badRequest(error.message)
    throw error
  }
}

export function writeOptions(
  { dryRun, fieldValidation }: WriteQuery,
  format: Format,
  body: Buffer,
): WriteOptions {
  if (fieldValidation === 'Ignore') return dryRun ? { dryRun } : PLAIN_WRITE
  const duplicates = format === 'json' ? duplicateMembers(body.toString()) : []
  return { dryRun, fields: new FieldCheck(fieldValidation, duplicates) }
}

function bodyFormat({ request }: Exchange): Format {
  const format = contentFormat(request.headers['content-type'])
  if (format === undefined) throw unsupportedMediaType(BODY_TYPES)
  return format
}
