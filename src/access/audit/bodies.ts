import { MAX_RECORDED_BYTES } from '#http/audit-recorder.js'
import { parseJson, stringifyJson } from '#util/text/json-integers.js'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const OPENING_BRACE = 0x7b
const OPENING_BRACKET = 0x5b

/** A request body as one line of JSON; undefined if it is too large. `json` are its bytes, if it was JSON. */
export function recordedBody(
  value: unknown,
  json: Buffer | undefined,
  omitManagedFields: boolean,
): string | undefined {
  if (json !== undefined && json.length > MAX_RECORDED_BYTES) return undefined
  if (omitManagedFields && hasManagedFields(value)) return bounded(stringifyJson(withoutManagedFields(value)))
  return bounded(json !== undefined && isOneLine(json) ? json.toString() : stringifyJson(value))
}

/** A response body as one line of JSON; undefined if it is too large. */
export function recordedResponse(
  json: string | Buffer | undefined,
  omitManagedFields: boolean,
): string | undefined {
  if (json === undefined || json.length > MAX_RECORDED_BYTES) return undefined
  const text = json.toString()
  if (!omitManagedFields || !text.includes('"managedFields"')) return text
  const response = parseJson(text) as { readonly items?: unknown }
  const { items } = response
  const isList = Array.isArray(items)
  return stringifyJson(
    isList ? { ...response, items: items.map(withoutManagedFields) } : withoutManagedFields(response),
  )
}

const bounded = (text: string) => (text.length > MAX_RECORDED_BYTES ? undefined : text)

/** Line breaks in JSON are never inside strings: a text without any is one line. */
function isOneLine(json: Buffer): boolean {
  const isPlain = json[0] === OPENING_BRACE || json[0] === OPENING_BRACKET
  return isPlain && !json.includes(LINE_FEED) && !json.includes(CARRIAGE_RETURN)
}

interface Managed {
  readonly metadata?: { readonly managedFields?: unknown } | null
}

const hasManagedFields = (value: unknown) => (value as Managed | null)?.metadata?.managedFields !== undefined

function withoutManagedFields(value: unknown): unknown {
  if (!hasManagedFields(value)) return value
  const { metadata, ...rest } = value as Managed
  const { managedFields: _, ...others } = metadata ?? {}
  return { ...rest, metadata: others }
}
