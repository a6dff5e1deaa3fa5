import { decodeUtf8, type LargeObjectRole, OversizedBody, UnreadableBody } from '#codec/codec.js'
import { parseJson, stringifyJson } from '#util/text/json-integers.js'
import { readYaml, TOO_LONG } from './document.js'
import { DuplicateKeys } from './reader.js'
import { writeYaml, yamlList } from './writer.js'

type Bytes = Uint8Array<ArrayBuffer>

/** A body to be read, or an object to be written. */
export type YamlRequest =
  | { readonly type: 'read'; readonly yaml: Bytes; readonly wantsComplaints: boolean }
  | { readonly type: 'write'; readonly json: Bytes; readonly as: LargeObjectRole }

/** The result of a request; empty when the thread is ready for the first one. */
export interface YamlResponse {
  /** The JSON of a body, or the YAML of an object. */
  readonly bytes?: Bytes
  /** The warnings about keys that are given more than once. */
  readonly complaints?: readonly string[]
  /** Why a body cannot be read. */
  readonly unreadable?: Pick<UnreadableBody, 'message' | 'syntaxError'>
  /** Why it is too much to be read. */
  readonly oversized?: string
}

/** As much as a body of JSON may hold: aliases and escapes must not make more of it. */
const MAX_JSON_BYTES = 3 * 1024 * 1024

/** The thread's side of reading and writing YAML. */
export class YamlService {
  constructor() {
    // The parser is loaded before a request waits for it.
    readYaml('')
  }

  handle(request: YamlRequest): YamlResponse {
    return request.type === 'read'
      ? read(bufferOf(request.yaml), request.wantsComplaints)
      : { bytes: new Uint8Array(write(bufferOf(request.json), request.as)) }
  }
}

function read(yaml: Buffer, wantsComplaints: boolean): YamlResponse {
  try {
    const duplicates = wantsComplaints ? new DuplicateKeys() : undefined
    const json = Buffer.from(stringifyJson(readYaml(decodeUtf8(yaml), duplicates)))
    if (json.length > MAX_JSON_BYTES) return { oversized: TOO_LONG }
    return { bytes: new Uint8Array(json), complaints: duplicates?.complaints ?? [] }
  } catch (error) {
    if (error instanceof UnreadableBody) {
      const { message, syntaxError } = error
      return { unreadable: { message, syntaxError } }
    }
    if (error instanceof OversizedBody) return { oversized: error.message }
    throw error
  }
}

function write(json: Buffer, as: LargeObjectRole): Buffer {
  const object = parseJson(json.toString()) as Record<string, unknown>
  if (as === 'object') return Buffer.from(writeYaml(object))
  if (as === 'item') return yamlList.item(object)
  const { kind: _, apiVersion: __, ...item } = object
  return yamlList.item(item)
}

const bufferOf = (bytes: Bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
