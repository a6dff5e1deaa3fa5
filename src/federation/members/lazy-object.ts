import { parseReceived, type ReceivedText, TruncatedText } from './received-json.js'

/** An object of a member as it comes over the wire. */
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

/** Which object of the kind; the namespace is empty for a kind without. */
export interface MemberObjectName {
  readonly namespace: string
  readonly name: string
}

/** What a member has told of an object. */
export interface MemberWatchEvent {
  readonly type: string
  readonly object: LazyObject
}

/**
 * How servers begin an object: with what says which one it is, and in which version. There is at most one way to match this, so that
 * looking for it takes no longer than the text is.
 */
const IDENTITY =
  /"metadata":\{"name":"([^"\\]+)",(?:"generateName":"[^"\\]*",)?(?:"namespace":"([^"\\]*)",)?(?:"selfLink":"[^"\\]*",)?"uid":"([^"\\]+)","resourceVersion":"(\d+)"[,}]/
const TYPE = /"kind":"\w+","apiVersion":"[\w./-]+",/
const OBJECT = new RegExp(`^\\{(?:${TYPE.source})?${IDENTITY.source}`)
const EVENT = new RegExp(`^\\{"type":"([A-Z]+)","object":\\{${TYPE.source}${IDENTITY.source}`)

/**
 * An object that a member tells of. Most are told of because of our own writes, and say nothing that the answers have not: so the
 * object is parsed when something of it is needed besides what is here.
 */
export class LazyObject implements MemberObjectName {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  #object: MemberObject | undefined
  readonly #parse: (() => MemberObject) | undefined

  /** What is in a line of a watch. Throws where that is no JSON, or is refused and does not say which object it is about. */
  static fromWatchLine(line: ReceivedText): MemberWatchEvent {
    const parse = () => parseReceived(line) as { readonly type: string; readonly object: MemberObject }
    const head = EVENT.exec(beginningOf(line))
    if (head === null) {
      const { type, object } = parse()
      return { type, object: LazyObject.of(object) }
    }
    return { type: head[1] ?? '', object: new LazyObject(head.slice(2), () => parse().object) }
  }

  /** An element of a list. Throws likewise. */
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

  /** Throws where the member has sent something else than JSON, or more than is parsed. */
  read(): MemberObject {
    this.#object ??= this.#parse?.() as MemberObject
    return this.#object
  }
}

const beginningOf = (text: ReceivedText) => (text instanceof TruncatedText ? text.beginning : text)
