import { encodeOpenApiV2 } from '../../codec/gnostic/openapi-v2.js'
import {
  builtIn,
  type NamesInV2,
  openApiV2OfBuiltIn,
  openApiV2OfDefined,
  type ServedApi,
} from '../../discovery/openapi/documents.js'
import type { OpenApiV2Content } from '../../discovery/openapi/v2.js'
import type { ServedVersion } from '../../registry/kind.js'
import { encodeJson } from '../cached-document.js'

/** A form in which the document is sent: what is in the parts of it, and how the two become one. */
export interface V2Form {
  encode(content: OpenApiV2Content, api: ServedApi, isFirst: boolean): readonly Buffer[]
  join(first: readonly Buffer[], second: readonly Buffer[]): Buffer
}

const membersOf = (object: object) => encodeJson(object).subarray(1, -1)
const comma = Buffer.from(',')

function together(first: Buffer, second: Buffer): readonly Buffer[] {
  return first.length > 0 && second.length > 0 ? [first, comma, second] : [first, second]
}

const [betweenParts, end] = [Buffer.from('},"definitions":{'), Buffer.from('}}')]

export const V2_JSON: V2Form = {
  encode: ({ paths, definitions }, { info }, isFirst) => [
    isFirst ? Buffer.from(`{"swagger":"2.0","info":${JSON.stringify(info)},"paths":{`) : Buffer.alloc(0),
    membersOf(paths),
    membersOf(definitions),
  ],
  join: ([head, paths, definitions], [, morePaths, moreDefinitions]) =>
    Buffer.concat([
      head as Buffer,
      ...together(paths as Buffer, morePaths as Buffer),
      betweenParts,
      ...together(definitions as Buffer, moreDefinitions as Buffer),
      end,
    ]),
}

/** Two messages that stand behind each other are read as one: their parts are merged. */
export const V2_PROTOBUF: V2Form = {
  encode: (content, { info }, isFirst) => [
    encodeOpenApiV2(isFirst ? { swagger: '2.0', info, ...content } : content),
  ],
  join: (first, second) => Buffer.concat([...first, ...second]),
}

interface KeptPart {
  readonly kinds: readonly ServedVersion[]
  readonly names: NamesInV2
  readonly encoded: Map<V2Form, readonly Buffer[]>
}

/** Makes documents of version 2. What is said of kinds that do not come and go is kept when others do. */
export class OpenApiV2Documents {
  #kept: KeptPart | undefined

  /** What a document in a form is made from, before it is encoded: each takes a while. */
  read(api: ServedApi, form: V2Form): UnencodedV2 {
    const kinds = builtIn(api)
    const kept = this.#keptFor(kinds)
    if (kept?.encoded.has(form)) return unencoded(api, kept, undefined)
    const content = openApiV2OfBuiltIn(api)
    this.#kept = kept ?? { kinds, names: namesIn(content), encoded: new Map() }
    return unencoded(api, this.#kept, content)
  }

  encode({ api, part, content, defined }: UnencodedV2, form: V2Form): Buffer {
    let first = part.encoded.get(form)
    if (first === undefined) {
      first = form.encode(content ?? openApiV2OfBuiltIn(api), api, true)
      part.encoded.set(form, first)
    }
    return form.join(first, form.encode(defined, api, false))
  }

  #keptFor(kinds: readonly ServedVersion[]): KeptPart | undefined {
    const kept = this.#kept
    const isSame = kept?.kinds.length === kinds.length && kinds.every((kind, at) => kind === kept.kinds[at])
    return isSame ? kept : undefined
  }
}

interface UnencodedV2 {
  readonly api: ServedApi
  readonly part: KeptPart
  /** Undefined where the part is encoded already. */
  readonly content: OpenApiV2Content | undefined
  readonly defined: OpenApiV2Content
}

const unencoded = (api: ServedApi, part: KeptPart, content: OpenApiV2Content | undefined): UnencodedV2 => ({
  api,
  part,
  content,
  defined: openApiV2OfDefined(api, part.names),
})

const namesIn = ({ paths, definitions }: OpenApiV2Content): NamesInV2 => ({
  paths: new Set(Object.keys(paths)),
  definitions: new Set(Object.keys(definitions)),
})
