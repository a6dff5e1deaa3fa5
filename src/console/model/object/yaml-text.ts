import {
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  stringify,
} from 'yaml'
import type { ApiObject } from '../api/object.js'

/** Names of fields, keys of maps and indexes of lists. */
export type FieldPath = readonly (string | number)[]

/** Part of a text, as offsets. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

export interface YamlError extends TextRange {
  readonly message: string
}

/** One document of a text. */
export interface YamlDocument extends TextRange {
  /** Undefined if there are errors. */
  readonly value: unknown
  readonly errors: readonly YamlError[]
  readonly contents: Node | null
}

/** Long strings keep their lines, and equal values are written twice instead of with an alias. */
const OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false } as const

export const toYaml = (value: unknown): string => stringify(value, OPTIONS)

/** The object in the usual order of fields, with or without managed fields. */
export function objectText(object: ApiObject, hasManagers = false): string {
  const { apiVersion, kind, metadata, ...rest } = object
  const { managedFields, ...shown } = metadata
  const meta = hasManagers && managedFields !== undefined ? { ...shown, managedFields } : shown
  return toYaml({ ...(apiVersion && { apiVersion }), ...(kind && { kind }), metadata: meta, ...rest })
}

/** The documents of a text. Those that have nothing but comments are left out. */
export function readDocuments(text: string): YamlDocument[] {
  const parsed = parseAllDocuments(text, { lineCounter: new LineCounter(), uniqueKeys: true })
  return Array.from(parsed, (document): YamlDocument => {
    const [from, to] = [document.range?.[0] ?? 0, document.range?.[1] ?? text.length]
    const errors = document.errors.map(({ message, pos }): YamlError => {
      const start = Math.min(pos[0], text.length)
      const [first = message] = message.split('\n')
      return {
        from: start,
        to: Math.min(Math.max(pos[1], start + 1), text.length),
        message: first.replace(/ at line \d+, column \d+:?$/, ''),
      }
    })
    const contents = isNode(document.contents) ? document.contents : null
    return { from, to, errors, contents, value: errors.length > 0 ? undefined : document.toJS() }
  }).filter(({ contents, errors }) => errors.length > 0 || !isEmpty(contents))
}

const isEmpty = (node: Node | null) => node === null || (isScalar(node) && node.value === null)

/**
 * Where a field is: its name for a field of a map, the whole value for an item of a list. A field that is missing is at
 * the nearest field above it.
 */
export function rangeOf(root: Node | null, path: FieldPath): TextRange | undefined {
  let node: unknown = root
  let found: TextRange | undefined = firstLine(root)
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      if (pair === undefined) return found
      found = (isNode(pair.key) && nodeRange(pair.key)) || found
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(step)]
      if (item === undefined) return found
      node = isPair(item) ? item.value : item
      found = firstLine(node) ?? found
    } else {
      return found
    }
  }
  return found
}

/** Names the start of a map or list, and the whole of anything else. */
function firstLine(node: unknown): TextRange | undefined {
  if (isMap(node)) {
    const key = node.items[0]?.key
    return isNode(key) ? nodeRange(key) : undefined
  }
  if (isSeq(node)) return firstLine(node.items[0]) ?? nodeRange(node)
  return isNode(node) ? nodeRange(node) : undefined
}

const nodeRange = ({ range }: Node): TextRange | undefined =>
  range ? { from: range[0], to: Math.max(range[1], range[0] + 1) } : undefined
