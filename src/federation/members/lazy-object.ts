import { parseReceived, type ReceivedText, TruncatedText } from './received-json.js'

export interface MemberObject {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid: string
    readonly resourceVersion: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

/** Which object of the kind; the namespace is empty for cluster-scoped kinds. */
export interface MemberObjectName {
  readonly namespace: string
  readonly name: string
}

export interface MemberWatchEvent {
  readonly type: string
  readonly object: LazyObject
}

/**
 * How servers start an object: with its identity and version. The expression can match in only one way, so
 * matching is linear.
 */
const IDENTITY =
  /"metadata":\{"name":"([^"\\]+)",(?:"generateName":"[^"\\]*",)?(?:"namespace":"([^"\\]*)",)?(?:"selfLink":"[^"\\]*",)?"uid":"([^"\\]+)","resourceVersion":"(\d+)"[,}]/
const TYPE = /"kind":"\w+","apiVersion":"[\w./-]+",/
const OBJECT = new RegExp(`^\\{(?:${TYPE.source})?${IDENTITY.source}`)
const EVENT = new RegExp(`^\\{"type":"([A-Z]+)","object":\\{${TYPE.source}${IDENTITY.source}`)

/**
 * An object that is parsed on demand. Most watch events result from our own writes and add nothing to their
 * responses.
 */
export class LazyObject implements MemberObjectName {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  #object: MemberObject | undefined
  readonly #parse: (() => MemberObject) | undefined

  /** Reads a watch event. Throws if it is not JSON, or is refused and does not name its object. */
  static fromWatchLine(line: ReceivedText): MemberWatchEvent {
    const parse = () => parseReceived(line) as { readonly type: string; readonly object: MemberObject }
    const head = EVENT.exec(beginningOf(line))
    if (head === null) {
      const { type, object } = parse()
      return { type, object: LazyObject.of(object) }
    }
    return { type: head[1] ?? '', object: new LazyObject(head.slice(2), () => parse().object) }
  }

  /** Reads an item of a list. Throws like `fromWatchLine`. */
  static fromListItem(text: ReceivedText): LazyObject {
    const parse = () => parseReceived(text) as MemberObject
    const head = OBJECT.exec(beginningOf(text))
    return head === null ? LazyObject.of(parse()) : new LazyObject(head.slice(1), parse)
  }

  static of(object: MemberObject): LazyObject {
    const { namespace, name, uid, resourceVersion } = object.metadata
    const lazy = new LazyObject([name, namespace, uid, resourceVersion])
    lazy.#object = object
    return lazy
  }

  private constructor(
    [name = '', namespace = '', uid = '', resourceVersion = '']: readonly (string | undefined)[],
    parse?: () => MemberObject,
  ) {
    this.namespace = namespace
    this.name = name
    this.uid = uid
    this.resourceVersion = resourceVersion
    this.#parse = parse
  }

  /** Throws if the object is not JSON, or too large to parse. */
  read(): MemberObject {
    this.#object ??= this.#parse?.() as MemberObject
    return this.#object
  }
}

const beginningOf = (text: ReceivedText) => (text instanceof TruncatedText ? text.beginning : text)
