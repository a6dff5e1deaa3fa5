import type { CachedObject } from '#cache/cached-object.js'
import { apiVersionOf } from '#meta/resource.js'
import type { Piece } from '#util/bytes/packed-bytes.js'
import type { ServedVersion } from './kind.js'

/**
 * In the order of the encoded metadata: `selfLink` comes before `resourceVersion`, and neither value contains a bare
 * quote.
 */
const SELF_LINK = Buffer.from('"selfLink":"')
const RESOURCE_VERSION = Buffer.from('"resourceVersion":"')
const QUOTE = 0x22

/**
 * The JSON of a cached object in a version that differs only in `apiVersion` and `selfLink`: the bytes are copied, not
 * parsed and converted. Undefined for objects that need a conversion.
 */
export function retyperOf(version: ServedVersion): (object: CachedObject) => RetypedJson | undefined {
  const { conversion, conventions, stored } = version
  const isSame = conversion?.isSameJson
  // Only legacy groups have self links to remove.
  if (isSame === undefined || conventions.selfLink) return () => undefined
  const storedHead = headOf(stored.storageVersion)
  const head = headOf(version)
  const retype = (object: CachedObject) => {
    if (!object.beginsWith(storedHead)) return undefined
    const json = object.peek()
    const link = isSame(json) ? selfLinkIn(json) : undefined
    return link && new RetypedJson(head, object, storedHead.length, link)
  }
  const known = new WeakMap<CachedObject, RetypedJson | false>()
  return (object) => {
    let retyped = known.get(object)
    if (retyped === undefined) {
      retyped = retype(object) ?? false
      known.set(object, retyped)
    }
    return retyped || undefined
  }
}

const headOf = (version: ServedVersion) =>
  Buffer.from(`{"kind":"${version.kind}","apiVersion":"${apiVersionOf(version)}",`)

type Range = readonly [start: number, end: number]

/**
 * The range of the object's `selfLink`, including the comma after it. A template may have one as well, but after the
 * object's `resourceVersion`. Undefined for an object without a version, as in a dry run.
 */
function selfLinkIn(json: Buffer): Range | undefined {
  const start = json.indexOf(SELF_LINK)
  const version = json.indexOf(RESOURCE_VERSION)
  if (version < 0) return undefined
  if (start < 0 || start > version) return [version, version]
  return [start, json.indexOf(QUOTE, start + SELF_LINK.length) + 2]
}

/** Stored bytes with another head and without one range. They are assembled as they are copied. */
export class RetypedJson implements Piece {
  readonly length: number
  readonly #head: Buffer
  readonly #object: CachedObject
  readonly #start: number
  readonly #gap: Range

  constructor(head: Buffer, object: CachedObject, start: number, gap: Range) {
    this.#head = head
    this.#object = object
    this.#start = start
    this.#gap = gap
    this.length = head.length + (gap[0] - start) + (object.size - gap[1])
  }

  /** Lists leave the head out. */
  copy(target: Uint8Array, targetStart = 0, sourceStart = 0): number {
    if (sourceStart !== this.#head.length) return this.bytes().copy(target, targetStart, sourceStart)
    const [end, next] = this.#gap
    const json = this.#object.peek()
    const first = json.copy(target, targetStart, this.#start, end)
    return first + json.copy(target, targetStart + first, next)
  }

  subarray(start?: number, end?: number): Buffer {
    return this.bytes().subarray(start, end)
  }

  bytes(): Buffer {
    const [end, next] = this.#gap
    const json = this.#object.peek()
    return Buffer.concat([this.#head, json.subarray(this.#start, end), json.subarray(next)], this.length)
  }
}
