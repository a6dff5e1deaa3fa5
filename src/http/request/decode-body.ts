import { OversizedBody, ReaderBusy, UnreadableBody } from '#codec/codec.js'
import { codecs } from '#codec/codecs.js'
import { hasUniqueKeys } from '#codec/json/json.js'
import { ANY_TYPE, JSON_PATCH, strictErrors } from '#codec/json/strict-errors.js'
import type { Format } from '#codec/media-type.js'
import { decodeObject, type ExpectedObject } from '#codec/protobuf/object.js'
import { decodeYaml } from '#codec/yaml/yaml.js'
import { isLarge } from '#http/limits/large-bodies.js'
import { type ApiError, badRequest, oversizedBody, tooManyRequests } from '#meta/api-error.js'
import { unrecognized } from '#registry/write/decoding/unrecognized.js'
import type { BodySource } from '#registry/write/field-check.js'
import { hasUnknownProperties, INVALID_MERGE_PATCH, type Patch } from '#registry/write/patch-request.js'
import { nextTurn } from '#util/event-loop.js'

/** The expected type of a body. */
export interface BodyType extends ExpectedObject {
  /** Whether it is a custom resource: without protobuf, and with 64-bit integers. */
  readonly isCustom?: boolean
}

/** A decoded body, before any change. */
export interface DecodedBody {
  readonly value: unknown
  /** The expected kind; undefined for a patch. */
  readonly kind: string | undefined
  /** The original bytes, if they are JSON. */
  readonly json: Buffer | undefined
  /** The source text for field validation; undefined if the client does not want it. */
  readonly source: BodySource | undefined
}

/** Decodes an object. `isValidated`: the client wants errors for unknown and duplicate fields. */
export async function decodeObjectBody(
  bytes: Buffer,
  format: Format,
  type: BodyType,
  isValidated: boolean,
): Promise<DecodedBody> {
  const { kind, schema, isCustom } = type
  if (format === 'yaml') {
    const { value, source } = await decodeYamlBody(bytes, isCustom, isValidated, ({ syntaxError }) =>
      unrecognized(kind, syntaxError, bytes),
    )
    return { value, kind, json: undefined, source }
  }
  const value =
    format === 'protobuf'
      ? await rejecting(
          () => decodeObject(bytes, type),
          ({ message }) => unrecognized(kind, message, bytes),
        )
      : await rejecting(
          () => decoderOf(isCustom)(bytes),
          ({ syntaxError }) =>
            unrecognized(kind, `couldn't get version/kind; json parse error: ${syntaxError}`, bytes),
        )
  if (format === 'protobuf')
    return { value, kind, json: undefined, source: isValidated ? PROTOBUF : undefined }
  if (!isValidated) return { value, kind, json: bytes, source: undefined }
  if (isLarge(bytes)) await nextTurn()
  const errors = hasUniqueKeys(value)
    ? undefined
    : strictErrors(bytes.toString(), isCustom ? ANY_TYPE : schema)
  return { value, kind, json: bytes, source: { format: 'json', errors } }
}

/** Decodes a patch, which is always JSON. */
export async function decodePatchBody(
  bytes: Buffer,
  type: Patch['type'],
  isCustom: boolean,
  isValidated: boolean,
): Promise<DecodedBody> {
  const value = await rejecting(
    () => decoderOf(isCustom)(bytes),
    ({ syntaxError }) => badRequest(patchSyntaxError(syntaxError, type, isValidated)),
  )
  if (!isValidated) return { value, kind: undefined, json: bytes, source: undefined }
  if (isLarge(bytes)) await nextTurn()
  const complaints = type === 'json' ? operationErrors(bytes, value) : repeatedFields(bytes, value)
  const source: BodySource = { format: 'patch', complaints, isStrategic: type === 'strategic' }
  return { value, kind: undefined, json: bytes, source }
}

/** Kubernetes decodes patches with different parsers. */
function patchSyntaxError(error: string, type: Patch['type'], isValidated: boolean): string {
  if (type === 'strategic') return error
  if (isValidated) return `error decoding patch: ${error}`
  return type === 'merge' ? INVALID_MERGE_PATCH : error
}

/** Decodes an applied body: YAML, or JSON, which most clients send. Duplicate fields are reported as YAML errors. */
export async function decodeAppliedBody(
  bytes: Buffer,
  isCustom: boolean,
  isValidated: boolean,
): Promise<DecodedBody> {
  const parsed =
    isValidated && bytes[0] === OPENING_BRACE
      ? await rejecting(() => plainJson(bytes, decoderOf(isCustom)), unreadableApplied)
      : undefined
  const { value, source } =
    parsed === undefined
      ? await decodeYamlBody(bytes, isCustom, isValidated, unreadableApplied)
      : { value: parsed, source: NOTHING_REPEATED }
  return { value, kind: undefined, json: undefined, source }
}

const unreadableApplied: Rejection = ({ syntaxError }) =>
  badRequest(`error decoding YAML: error converting YAML to JSON: ${syntaxError}`)

const OPENING_BRACE = 0x7b
const PROTOBUF: BodySource = { format: 'protobuf' }
const NOTHING_REPEATED: BodySource = { format: 'yaml', repeated: [] }

const decoderOf = (isCustom: boolean | undefined): ((body: Buffer) => unknown) =>
  isCustom ? codecs.json.decodeExactly : codecs.json.decode

async function decodeYamlBody(
  bytes: Buffer,
  isCustom: boolean | undefined,
  isValidated: boolean,
  rejection: Rejection,
): Promise<{ readonly value: unknown; readonly source: BodySource | undefined }> {
  const { value, complaints } = await rejecting(
    () => decodeYaml(bytes, isValidated, decoderOf(isCustom)),
    rejection,
  )
  return { value, source: isValidated ? { format: 'yaml', repeated: complaints } : undefined }
}

/** Undefined if it is not JSON, or has a duplicate field. */
async function plainJson(bytes: Buffer, decode: (body: Buffer) => unknown): Promise<unknown> {
  try {
    const value = await decode(bytes)
    return repeatedFields(bytes, value).length === 0 ? value : undefined
  } catch (error) {
    // It may be YAML in flow style.
    if (error instanceof UnreadableBody) return undefined
    throw error
  }
}

const repeatedFields = (bytes: Buffer, value: unknown): string[] =>
  hasUniqueKeys(value) ? [] : strictErrors(bytes.toString(), ANY_TYPE)

/** JSON patch operations have no kind: their field errors are their own. */
function operationErrors(bytes: Buffer, value: unknown): string[] {
  if (hasUniqueKeys(value) && !hasUnknownProperties(value)) return []
  return strictErrors(bytes.toString(), JSON_PATCH).map((complaint) => `json patch ${complaint}`)
}

/** The client error for a body that does not match its media type. */
type Rejection = (error: UnreadableBody) => ApiError

/** Turns decoder errors into client errors. */
async function rejecting<T>(decode: () => T | Promise<T>, rejection: Rejection): Promise<T> {
  try {
    return await decode()
  } catch (error) {
    if (error instanceof UnreadableBody) throw rejection(error)
    if (error instanceof OversizedBody) throw oversizedBody(error.message)
    if (error instanceof ReaderBusy) {
      throw tooManyRequests('the server has too much YAML to read, please try again later or send JSON')
    }
    throw error
  }
}
