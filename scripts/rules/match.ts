import { kinds } from '#kinds/index.js'
import type { OtherRule } from './missing/index.js'
import { ownPaths } from './own-paths.js'
import type { Proven } from './proven-rules.js'
import { escaped, type Row } from './rows.js'

export const KINDS: ReadonlySet<string> = new Set(
  kinds.flatMap(({ versions }) => versions.map(({ kind }) => kind)),
)

/** Whether an example proves the row. A row of a type that is not a kind is proven by any kind. */
export function proves(rule: Proven, row: Row): boolean {
  if (isReference(row)) return isBelow(rule, row)
  return (
    hasError(rule, row) &&
    (!KINDS.has(row.type) || rule.kind === row.type) &&
    isWrittenAs(rule, row) &&
    pathsOf(row).some((path) => pathPattern(path).test(rule.path)) &&
    (row.texts === undefined || row.texts.some((text) => text.test(rule.detail)))
  )
}

/** A row may say that the rules of another type apply to a part of the object: any error there proves it. */
const isReference = ({ condition, error, detail, format, texts }: Row) =>
  format === 'labelSelector' ||
  (/^Invalid\b/.test(error) &&
    format === undefined &&
    (texts === undefined || detail === '') &&
    / rules\b/.test(condition))

const isBelow = (rule: Proven, row: Row) =>
  (!KINDS.has(row.type) || rule.kind === row.type) &&
  isWrittenAs(rule, row) &&
  pathsOf(row).some((path) => pathPattern(`${path}{below}`).test(rule.path))

/** A row may name several errors. */
const hasError = (rule: Proven, row: Row) =>
  row.error === 'per format' || row.error.toLowerCase().split('|').includes(rule.error)

/** Subresources whose rules are only about requests to them. */
const SUBRESOURCES: ReadonlySet<string> = new Set([
  'binding',
  'ephemeralcontainers',
  'eviction',
  'finalize',
  'log',
  'resize',
  'status',
  'token',
])

function isWrittenAs({ on }: Proven, row: Row): boolean {
  if (row.on === 'update') return on === 'change'
  return row.on === undefined || !SUBRESOURCES.has(row.on) || row.on === on
}

function pathsOf({ type, path }: Row): readonly string[] {
  const own = ownPaths[type]?.[path]
  return own === undefined ? [path] : [path, own]
}

/** A row names places with `{words}`, and positions and keys with a word or `{words}` in brackets. */
export function pathPattern(path: string): RegExp {
  if (path === '[]') return /^(\[\])?$/
  const tail = path.replace(/^\{[^}]*\}\.?/, '')
  if (tail === '') return /./
  const pattern = escaped(tail)
    .replace(/\\\[(\w*|\\\{[^}]*\\\})\\\]/g, '\\[[^\\]]*\\]')
    .replace(/\\\{[^}]*\\\}/g, '.*')
  return new RegExp(`${tail.startsWith('[') ? '' : '(^|\\.|\\[|\\])'}${pattern}$`)
}

/** The reason or the test of a row. */
export const otherRuleOf = (row: Row, rules: readonly OtherRule[]): OtherRule | undefined =>
  rules.find(
    ({ type, path, error, detail = '' }) =>
      type === row.type && path === row.path && error === row.error && textOf(row).startsWith(detail),
  )

/** As the row says it. */
export function textOf({ detail, format }: Row): string {
  if (format !== undefined) return `@${format}`
  return typeof detail === 'string' ? detail : (detail ?? []).join(' | ')
}
