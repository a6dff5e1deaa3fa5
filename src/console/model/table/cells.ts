import { parseAge } from './durations.js'

/** The value of a cell as the server sends it. */
export type CellValue = string | number | boolean | null

/** A column of a table. */
export interface Column {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  /** Columns above 0 are for wide tables. */
  readonly priority: number
}

/** What cells are ordered by. */
export type SortKey = number | string

const QUANTITY = /^(-?\d+(?:\.\d+)?)(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$/
const SCALES: Readonly<Record<string, number>> = {
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/**
 * The key of a cell. Numbers, ratios such as `1/2`, ages and quantities have numbers, so that they are not ordered by
 * their digits.
 */
export function sortKeyOf(value: CellValue | undefined): SortKey {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  const [, part, whole] = /^(\d+)\/(\d+)$/.exec(value) ?? []
  if (part !== undefined) return Number(whole) === 0 ? 0 : Number(part) / Number(whole)
  const age = parseAge(value)
  if (age !== undefined) return age
  const [, amount, unit] = QUANTITY.exec(value) ?? []
  if (amount !== undefined) return Number(amount) * (unit === undefined ? 1 : (SCALES[unit] ?? 1))
  return naturalKey(value)
}

/** Digits are padded, so that `web-10` comes after `web-9`. */
const naturalKey = (text: string) =>
  text.toLowerCase().replace(/\d{1,15}/g, (digits) => digits.padStart(15, '0'))

/** Numbers come before strings. */
export function compareKeys(one: SortKey, other: SortKey): number {
  if (typeof one === typeof other) return one < other ? -1 : one > other ? 1 : 0
  return typeof one === 'number' ? -1 : 1
}

/** How a cell is shown. */
export const textOf = (value: CellValue | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** Columns whose cells grow with time; the text in them was right when the row arrived. */
const GROWING = new Set(['age', 'last seen', 'last schedule', 'first seen'])

export const isGrowing = ({ name }: Pick<Column, 'name'>): boolean => GROWING.has(name.toLowerCase())

/** What a cell says about its object, for its color. */
export type Tone = 'good' | 'busy' | 'bad' | 'muted' | undefined

const GOOD = new Set([
  'running',
  'ready',
  'active',
  'bound',
  'available',
  'complete',
  'completed',
  'succeeded',
  'true',
  'established',
  'approved,issued',
  'normal',
  'healthy',
])
const BUSY = new Set([
  'pending',
  'containercreating',
  'podinitializing',
  'terminating',
  'progressing',
  'suspended',
  'released',
  'approved',
  'schedulinggated',
])
const BAD =
  /^(failed|error|crashloopbackoff|imagepullbackoff|errimagepull|oomkilled|evicted|lost|notready.*|unknown|denied|warning|offline|unhealthy|init:.*|.*error)$/

/** Only of columns that tell a state. */
export function toneOf({ name }: Pick<Column, 'name'>, value: CellValue | undefined): Tone {
  const text = textOf(value).toLowerCase()
  if (text === '<none>' || text === '<unknown>') return 'muted'
  if (/^(status|phase|state|type|condition|ready|established|healthy|health)$/i.test(name)) {
    const [, part, whole] = /^(\d+)\/(\d+)$/.exec(text) ?? []
    if (part !== undefined) return part === whole ? undefined : 'busy'
    if (GOOD.has(text)) return 'good'
    if (BUSY.has(text)) return 'busy'
    if (BAD.test(text)) return 'bad'
    if (text === 'false' && !/^type$/i.test(name)) return 'bad'
  }
  return undefined
}
