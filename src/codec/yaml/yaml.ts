import { type Codec, UnreadableBody } from '#codec/codec.js'
import { json } from '#codec/json/json.js'
import { YAML_TYPE } from '#codec/media-type.js'
import { YamlThread } from './thread-handle.js'
import { writeYaml, yamlList } from './writer.js'

/**
 * The parser takes a thousand times as long as that of JSON, so it is at work on a thread of its own, and what it finds
 * comes back as JSON, which is looked at like any other.
 */
const reader = new YamlThread()
/** Large objects are written on another thread, so that a list does not wait for a body that is hard to read. */
const writer = new YamlThread()

/**
 * YAML as users of the API write it: version 1.1, JSON included, of several documents the first. An empty
 * body is an empty document, which is null.
 */
export const yaml: Codec = {
  format: 'yaml',
  mediaType: YAML_TYPE,

  decode: async (body) => (await decodeYaml(body, false)).value,

  decodeExactly: async (body) => (await decodeYaml(body, false, json.decodeExactly)).value,

  encode(value) {
    return Buffer.from(writeYaml(value))
  },

  encodeLarge: (object, as) => writer.write(object, as),

  list: () => yamlList,
}

/** The value of a YAML body, and warnings about it. */
export interface DecodedYaml {
  readonly value: unknown
  /** Of keys that are given more than once, if that was asked for. */
  readonly complaints: readonly string[]
}

/** `decode` reads what the body says as JSON. */
export async function decodeYaml(
  body: Buffer,
  wantsComplaints: boolean,
  decode = json.decode,
): Promise<DecodedYaml> {
  // The parser of JSON would not report keys that are given twice.
  if (!wantsComplaints && looksLikeJson(body)) {
    try {
      return { value: await decode(body), complaints: [] }
    } catch (error) {
      // It may still be YAML in flow style.
      if (!(error instanceof UnreadableBody)) throw error
    }
  }
  const read = await reader.read(body, wantsComplaints)
  return { value: await decode(read.json), complaints: read.complaints }
}

const OPENING_BRACE = 0x7b

/** JSON is YAML, and its own parser is a thousand times as fast. */
function looksLikeJson(body: Buffer): boolean {
  return body[0] === OPENING_BRACE
}
