import { OversizedBody, UnreadableBody } from './codec.js'
import { textOf } from './text.js'
import { readYaml, TOO_LONG } from './yaml-document.js'
import { DuplicateKeys } from './yaml-duplicates.js'

/** A body to be read. */
export interface YamlRequest {
  readonly body: Uint8Array<ArrayBuffer>
  readonly wantsComplaints: boolean
}

/** What the thread says of a body; nothing at all when it is ready for the first. */
export interface YamlAnswer {
  /** The value as JSON. */
  readonly json?: Uint8Array<ArrayBuffer>
  /** What is to be told of keys that are given more than once. */
  readonly complaints?: readonly string[]
  /** Why it cannot be read. */
  readonly unreadable?: string
  /** Why it is too much to be read. */
  readonly oversized?: string
}

/** As much as a body of JSON may hold: aliases and escapes must not make more of it. */
const MAX_JSON_BYTES = 3 * 1024 * 1024

/** The thread's side of reading YAML. */
export class YamlService {
  constructor() {
    // The parser is loaded before anybody waits for it.
    readYaml('')
  }

  read({ body, wantsComplaints }: YamlRequest): YamlAnswer {
    try {
      const duplicates = wantsComplaints ? new DuplicateKeys() : undefined
      const value = readYaml(textOf(Buffer.from(body.buffer, body.byteOffset, body.length)), duplicates)
      const json = Buffer.from(JSON.stringify(value))
      if (json.length > MAX_JSON_BYTES) return { oversized: TOO_LONG }
      return { json: new Uint8Array(json), complaints: duplicates?.complaints ?? [] }
    } catch (error) {
      if (error instanceof UnreadableBody) return { unreadable: error.message }
      if (error instanceof OversizedBody) return { oversized: error.message }
      throw error
    }
  }
}
