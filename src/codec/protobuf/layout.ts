import type { AnyStruct, Field, Fields, Type } from '#schema/type.js'

/** What a field of a message is for the struct that it belongs to. */
export type MessageField = MemberField | InlinedField

export interface MemberField {
  readonly form: 'member'
  readonly number: number
  readonly name: string
  readonly type: Type
  /** Whether a value that was not given is left out. Lists and maps are written element by element anyway. */
  readonly onlyIfSet: boolean
  /** Whether a list is held by a message of its own instead of being repeated; see `WRAPPED_LISTS`. */
  readonly wrapped: boolean
}

/** A nested message whose members JSON shows among those of the struct around it. */
export interface InlinedField {
  readonly form: 'inlined'
  readonly number: number
  readonly struct: AnyStruct
}

/**
 * Lists that may be absent and empty, which a repeated field cannot distinguish. JSON shows nothing of it and this is
 * the only one, so it is named here and not in the language of the descriptions.
 */
const WRAPPED_LISTS: ReadonlySet<string> = new Set(['io.k8s.apimachinery.pkg.apis.meta.v1.APIResource.verbs'])

/** The fields of the message that a description stands for, by ascending number. */
export function messageFields(struct: AnyStruct): readonly MessageField[] {
  const fields = new Map<number, MessageField>()
  for (const [name, field] of Object.entries(struct.fields as Fields)) {
    // `kind` and `apiVersion` travel in the envelope.
    if (field.number === 0) continue
    const place = field.inlined?.number ?? field.number
    // Several that are inlined share one; else a struct with one number twice cannot be described.
    if (fields.has(place)) continue
    fields.set(place, field.inlined ? inlined(field.inlined) : member(struct, name, field))
  }
  return [...fields.values()].sort((left, right) => left.number - right.number)
}

function inlined({ number, struct }: { number: number; struct: AnyStruct }): InlinedField {
  return { form: 'inlined', number, struct }
}

function member(struct: AnyStruct, name: string, { number, type, presence }: Field): MemberField {
  const path = `${struct.name}.${name}`
  if (!isExpressible(type)) throw new Error(`${path}: protobuf has no lists of lists, and no maps in others`)
  return {
    form: 'member',
    number,
    name,
    type,
    onlyIfSet: presence === 'explicit' || presence === 'nullable' || isBytes(type),
    wrapped: WRAPPED_LISTS.has(path),
  }
}

/** A map may hold lists: each is in a message of its own. */
function isExpressible(type: Type): boolean {
  if (type.kind === 'list') return !isRepeated(type.element)
  return (
    type.kind !== 'map' ||
    (type.element.kind === 'list' ? isExpressible(type.element) : type.element.kind !== 'map')
  )
}

function isRepeated({ kind }: Type): boolean {
  return kind === 'list' || kind === 'map'
}

/** No bytes are nothing, unlike empty text. */
function isBytes(type: Type): boolean {
  return type.kind === 'scalar' && type.name === 'bytes'
}
