import { markdownTable } from './markdown.js'
import { missed, type Result, targetOn } from './result.js'
import type { Figures, Unit } from './row.js'

const NOTHING = '–'
const HEAD = [
  'work',
  'Go original',
  'wanted',
  'binnacle',
  'bare',
  'ratio',
  'wanted ratio',
  'met',
  'CPU µs',
  'CPU µs, bare',
]

/** The results, with targets for a machine that is `scale` times as fast as the reference. */
export function resultTable(results: readonly Result[], scale: number): string {
  const rows = results.map((result) => {
    const { row, ours, bare } = result
    return [
      row.title,
      figure(row.original, row.unit),
      figure(targetOn(row, scale), row.unit),
      figure(ours.value, row.unit),
      figure(bare?.value, row.unit),
      number(result.ratio, 2),
      number(row.ofBare, 2),
      verdict(result, scale),
      micros(ours.cpu),
      micros(bare?.cpu),
    ]
  })
  return markdownTable(HEAD, rows)
}

function verdict(result: Result, scale: number): string {
  const misses = missed(result, scale)
  if (misses === undefined) return NOTHING
  return misses.length === 0 ? 'yes' : `no (${misses.join(', ')})`
}

/** Compares two builds. A ratio above 1 means that the second is better. */
export function comparisonTable(names: readonly [string, string], first: Figures, second: Figures): string {
  const head = ['work', ...names, 'ratio', ...names.map((name) => `CPU µs, ${name}`), 'ratio']
  const rows = [...first].map(([row, before]) => {
    const after = second.get(row)
    const change = after && after.value / before.value
    return [
      row.title,
      figure(before.value, row.unit),
      figure(after?.value, row.unit),
      number(change && (row.unit.better === 'more' ? change : 1 / change), 2),
      micros(before.cpu),
      micros(after?.cpu),
      number(before.cpu && after?.cpu && before.cpu / after.cpu, 2),
    ]
  })
  return markdownTable(head, rows)
}

function figure(value: number | undefined, { label }: Unit): string {
  if (value === undefined) return NOTHING
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : label === 's' ? 3 : 2
  const text = value.toLocaleString('en', { maximumFractionDigits: digits })
  return label === '/s' ? `${text}/s` : `${text} ${label}`
}

function number(value: number | undefined, digits: number): string {
  return value === undefined
    ? NOTHING
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const micros = (value: number | undefined) => number(value, (value ?? 0) >= 100 ? 0 : 1)
