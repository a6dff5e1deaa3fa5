/** The nodes of a parsed expression. `at` is the offset in the source, in UTF-16 units. */
export type Expression =
  | Literal
  | Identifier
  | Select
  | Call
  | ListLiteral
  | MapLiteral
  | MessageLiteral
  | Comprehension

/** A literal: string, bytes, number, bool or null. */
export type LiteralValue =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int' | 'uint'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array }

export interface Literal {
  readonly kind: 'literal'
  readonly at: number
  readonly literal: LiteralValue
}

export interface Identifier {
  readonly kind: 'identifier'
  readonly at: number
  readonly name: string
}

export interface Select {
  readonly kind: 'select'
  readonly at: number
  readonly operand: Expression
  readonly field: string
  /** Whether it only tests the presence of the field: `has(a.b)`. */
  readonly isTest: boolean
}

/** Operators are calls, too, of functions such as `_+_`. */
export interface Call {
  readonly kind: 'call'
  readonly at: number
  readonly name: string
  readonly target: Expression | undefined
  readonly args: readonly Expression[]
}

export interface ListLiteral {
  readonly kind: 'list'
  readonly at: number
  readonly elements: readonly Expression[]
  /** The indices of optional elements, which are left out where missing: `[?a]`. */
  readonly optional: ReadonlySet<number>
}

export interface MapLiteral {
  readonly kind: 'map'
  readonly at: number
  readonly entries: readonly MapEntry[]
}

export interface MapEntry {
  readonly at: number
  readonly key: Expression
  readonly value: Expression
  readonly isOptional: boolean
}

/** `Name{field: value}`. Only expressions of mutations know types that can be constructed so. */
export interface MessageLiteral {
  readonly kind: 'message'
  readonly at: number
  readonly name: string
  readonly fields: readonly MessageField[]
}

export interface MessageField {
  readonly at: number
  readonly name: string
  readonly value: Expression
  readonly isOptional: boolean
}

/**
 * The expansion of macros on lists and maps. The accumulator starts as `init`, becomes `step` for each element while
 * `condition` is true, and `result` is the value.
 */
export interface Comprehension {
  readonly kind: 'comprehension'
  readonly at: number
  readonly range: Expression
  readonly variable: string
  /** The second variable: the value beside the index or the key. */
  readonly secondVariable: string | undefined
  readonly accumulator: string
  readonly init: Expression
  readonly condition: Expression
  readonly step: Expression
  readonly result: Expression
}

/** Not an identifier, so no expression can read or shadow the accumulator of a macro. */
export const ACCUMULATOR = '@result'

export const call = (at: number, name: string, ...args: Expression[]): Call => ({
  kind: 'call',
  at,
  name,
  target: undefined,
  args,
})

export const memberCall = (at: number, target: Expression, name: string, ...args: Expression[]): Call => ({
  kind: 'call',
  at,
  name,
  target,
  args,
})

export const identifier = (at: number, name: string): Identifier => ({ kind: 'identifier', at, name })
export const literal = (at: number, value: LiteralValue): Literal => ({ kind: 'literal', at, literal: value })
export const bool = (at: number, value: boolean): Literal => literal(at, { type: 'bool', value })
export const int = (at: number, value: bigint): Literal => literal(at, { type: 'int', value })
export const list = (at: number, ...elements: Expression[]): ListLiteral => ({
  kind: 'list',
  at,
  elements,
  optional: new Set(),
})
