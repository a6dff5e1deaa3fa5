import { OversizedBody, ReaderBusy, UnreadableBody } from '#codec/codec.js'
import { codecs } from '#codec/codecs.js'
import { hasAllMembersGiven } from '#codec/json-members.js'
import { ANYTHING, strictErrors } from '#codec/json-strictness.js'
import { BODY_TYPES, contentFormat, type Format, TEXT_BODY_TYPES } from '#codec/media-type.js'
import { decodeObject, type ExpectedObject } from '#codec/protobuf/object.js'
import { decodeYaml } from '#codec/yaml.js'
import { LargeBodies, SMALL_BODY } from '#http/limits/large-bodies.js'
import { RequestAborted, readBody } from '#http/request/body.js'
import type { RequestContext } from '#http/request/request-context.js'
import { badRequest, oversizedBody, tooManyRequests, unsupportedMediaType } from '#meta/api-error.js'
import { DeleteOptions } from '#meta/delete-options.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import { type BodySource, FieldCheck } from '#registry/write/field-check.js'
import { managerOfAgent } from '#registry/write/manager-name.js'
import {
  type FieldValidation,
  readWriteQuery,
  type WriteOptions,
  type WriteQuery,
} from '#registry/write/write-options.js'
import { nextTurn } from '#util/event-loop.js'

/** The body of a write and how it is to be done. */
export interface WriteRequest {
  readonly body: unknown
  readonly options: WriteOptions
}

/** What a body is read as. */
export interface BodyType extends ExpectedObject {
  /** Whether it is of a defined kind: without a message in protobuf, and with whole numbers of 64 bits. */
  readonly isDefined?: boolean
}

export const DELETE_OPTIONS_BODY: BodyType = {
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  schema: DeleteOptions,
}

export function bodyTypeOf(definition: ServedVersion): BodyType {
  const { kind, schema, form } = definition
  return { apiVersion: apiVersionOf(definition), kind, schema, isDefined: form !== undefined }
}

/** `usual` is what becomes of unknown members unless the request says so. */
export async function readWrite(
  context: RequestContext,
  type: BodyType,
  usual?: FieldValidation,
): Promise<WriteRequest> {
  const query = readWriteQuery(context.query, context.verb === 'create' ? 'create' : 'update', usual)
  const format = bodyFormat(context, type)
  const bytes = await readBytes(context)
  if (format === 'yaml') return readYaml(context, bytes, query, type)
  const parsed = parseBody(format, bytes, type)
  const body = parsed instanceof Promise ? await parsed : parsed
  context.recorder?.onBody(body, type.kind, format === 'json' ? bytes : undefined)
  if (isLarge(bytes)) await nextTurn()
  const options = writeOptions(context, query, () =>
    format === 'json' ? jsonSource(bytes, body, type) : PROTOBUF,
  )
  if (isLarge(bytes)) await nextTurn()
  return { body, options }
}

async function readYaml(
  context: RequestContext,
  bytes: Buffer,
  query: WriteQuery,
  type: BodyType,
): Promise<WriteRequest> {
  const wantsComplaints = query.fieldValidation !== 'Ignore'
  const decode = codecs.json[type.isDefined ? 'decodeExactly' : 'decode']
  const { value, complaints } = await decodeYaml(bytes, wantsComplaints, decode).catch((error) =>
    reject(error, type),
  )
  context.recorder?.onBody(value, type.kind, undefined)
  if (isLarge(bytes)) await nextTurn()
  return { body: value, options: writeOptions(context, query, () => yamlSource(complaints)) }
}

const PROTOBUF: BodySource = { format: 'protobuf' }

/** `value` is what the body was parsed to, as yet unchanged. */
const jsonSource = (body: Buffer, value: unknown, { schema, isDefined }: BodyType): BodySource => ({
  format: 'json',
  errors: hasAllMembersGiven(value)
    ? undefined
    : strictErrors(body.toString(), isDefined ? ANYTHING : schema),
})

export const yamlSource = (repeated: readonly string[]): BodySource => ({ format: 'yaml', repeated })

/** The body of the request as a parsed value; undefined when there is none. */
export async function readOptionalValue(context: RequestContext, type: BodyType): Promise<unknown> {
  const format = bodyFormat(context, type)
  const bytes = await readBytes(context)
  if (bytes.length === 0) return undefined
  const value = await parseBody(format, bytes, type)
  context.recorder?.onBody(value, type.kind, format === 'json' ? bytes : undefined)
  return value
}

const largeBodies = new LargeBodies()

/**
 * The body of a request. A large one is there when no other large body is worked on, and is released with the context.
 */
export function readBytes(context: RequestContext): Promise<Buffer> {
  const { request } = context
  return Number(request.headers['content-length']) <= SMALL_BODY
    ? readBody(request, context.maxBodyBytes)
    : readPerhapsLarge(context)
}

async function readPerhapsLarge(context: RequestContext): Promise<Buffer> {
  const held = largeBodies.receive()
  const release = () => held.release()
  context.release = release
  // Whatever becomes of the request, it does not hold up others for ever.
  context.response.once('close', release)
  const bytes = await readBody(context.request, context.maxBodyBytes, held)
  if (held.isLarge) {
    if (!(await held.enter())) throw new RequestAborted()
    await nextTurn()
  }
  return bytes
}

export const isLarge = (body: Buffer) => body.length > SMALL_BODY

function parseBody(format: Format, body: Buffer, type: BodyType): unknown {
  return readable(() => {
    if (format === 'protobuf') return decodeObject(body, type)
    return type.isDefined ? codecs[format].decodeExactly(body) : codecs[format].decode(body)
  }, type)
}

/** Patches are JSON whatever they are about. `isDefined` says whether that is an object of a defined kind. */
export function parseJson(body: Buffer, isDefined: boolean): unknown {
  return readable(() => (isDefined ? codecs.json.decodeExactly(body) : codecs.json.decode(body)))
}

/** What is read, or will be; what goes wrong in it as the error for the client. */
function readable(read: () => unknown, type?: BodyType): unknown {
  try {
    const value = read()
    return value instanceof Promise ? value.catch((error) => reject(error, type)) : value
  } catch (error) {
    return reject(error, type)
  }
}

function reject(error: unknown, type: BodyType | undefined): never {
  if (error instanceof UnreadableBody) throw badRequest(unreadable(error.message, type))
  if (error instanceof OversizedBody) throw oversizedBody(error.message)
  if (error instanceof ReaderBusy) {
    throw tooManyRequests('the server has too much YAML to read, please try again later or send JSON')
  }
  throw error
}

const unreadable = (why: string, type: BodyType | undefined) =>
  type === undefined ? why : `the object provided is unrecognized (must be of type ${type.kind}): ${why}`

/** `source` says what the body was read from; it is not called when the client wants mistakes in it to be ignored. */
export function writeOptions(
  context: RequestContext,
  asked: WriteQuery,
  source: () => BodySource,
): WriteOptions {
  const { user, rights, request, target, recorder } = context
  const warnings: string[] = []
  context.warnings = warnings
  const { dryRun, fieldValidation } = asked
  const manager = asked.manager === '' ? managerOfAgent(request.headers['user-agent']) : asked.manager
  const fields = fieldValidation === 'Ignore' ? undefined : new FieldCheck(fieldValidation, source())
  const subresource = target?.subresource?.name
  return { dryRun, user, rights, manager, asked, subresource, warnings, notes: recorder, fields }
}

/**
 * A body that is applied: YAML, or JSON, which most clients send. What is given twice is reported in the words of YAML,
 * whichever of the two it is.
 */
export async function readAppliedBody(
  bytes: Buffer,
  wantsComplaints: boolean,
  isDefined: boolean,
): Promise<{ readonly value: unknown; readonly complaints: readonly string[] }> {
  const decode = codecs.json[isDefined ? 'decodeExactly' : 'decode']
  try {
    if (wantsComplaints && bytes[0] === OPENING_BRACE) {
      const value = await plainJson(bytes, decode)
      if (value !== undefined) return { value, complaints: [] }
    }
    return await decodeYaml(bytes, wantsComplaints, decode)
  } catch (error) {
    return reject(error, undefined)
  }
}

const OPENING_BRACE = 0x7b

/** Undefined for what is not JSON, and for JSON in which a member is given twice. */
async function plainJson(bytes: Buffer, decode: (body: Buffer) => unknown): Promise<unknown> {
  try {
    const value = await decode(bytes)
    return repeatedIn(bytes, value).length === 0 ? value : undefined
  } catch (error) {
    // It may still be YAML in flow style.
    if (error instanceof UnreadableBody) return undefined
    throw error
  }
}

/** The members that a body in JSON gives more than once; `value` is what it was parsed to. */
export const repeatedIn = (body: Buffer, value: unknown): string[] =>
  hasAllMembersGiven(value) ? [] : strictErrors(body.toString(), ANYTHING)

function bodyFormat({ request }: RequestContext, { isDefined }: BodyType): Format {
  const format = contentFormat(request.headers['content-type'])
  if (isDefined && (format === undefined || format === 'protobuf'))
    throw unsupportedMediaType(TEXT_BODY_TYPES)
  if (format === undefined) throw unsupportedMediaType(BODY_TYPES)
  return format
}
