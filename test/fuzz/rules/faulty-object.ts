import type { FieldError } from '#meta/field-error.js'
import type { Body, RuleExample, RuleTable } from '#meta/rule-examples.fixture.js'
import type { Random } from '#test/support/random.js'

/** An object with faults, what a client writes it over, and the rules that it breaks. */
export interface FaultyObject {
  readonly table: RuleTable
  readonly faults: readonly RuleExample[]
  /** Undefined for an object that is created. */
  readonly before: Body | undefined
  readonly object: Body
  /** The object without the faults. */
  readonly valid: Body
  readonly body: Body
}

export type WritableTable = RuleTable & { readonly write: NonNullable<RuleTable['write']> }

export const isWritable = (table: RuleTable): table is WritableTable =>
  table.write !== undefined && table.examples.length > 0

/** One fault, or two that do not touch the same fields and do not hide each other; undefined if two that were drawn do. */
export async function faultyObject(random: Random, table: WritableTable): Promise<FaultyObject | undefined> {
  const first = random.pick(table.examples)
  const second = random.chance(0.5) ? random.pick(table.examples) : undefined
  if (second === undefined || second === first) return faulty(table, [first], first.breaks, first.keeps)
  const faults = [first, second].sort((a, b) => table.examples.indexOf(a) - table.examples.indexOf(b))
  const body = merged(first.breaks, second.breaks)
  const valid = merged(first.keeps, second.keeps)
  if (body === undefined || valid === undefined) return undefined
  if (!(await areIndependent(table, first, second, valid))) return undefined
  const errors = await table.validate(body)
  if (!faults.every((fault) => reports(errors, table, fault))) return undefined
  return faulty(table, faults, body, valid)
}

function faulty(table: WritableTable, faults: readonly RuleExample[], body: Body, keeps: Body): FaultyObject {
  const { before, object } = table.write(body)
  return { table, faults, before, object, valid: table.write(keeps).object, body }
}

/** Each fault is reported alone beside the valid part of the other. */
async function areIndependent(
  table: RuleTable,
  first: RuleExample,
  second: RuleExample,
  valid: Body,
): Promise<boolean> {
  if ((await table.validate(valid)).length > 0) return false
  for (const [broken, kept] of [
    [first, second],
    [second, first],
  ] as const) {
    const body = merged(broken.breaks, kept.keeps)
    if (body === undefined) return false
    const alone = await table.validate(broken.breaks)
    const beside = await table.validate(body)
    if (alone.map(describeError).join() !== beside.map(describeError).join()) return false
  }
  return true
}

/** Whether the fault is among the errors. */
export function reports(
  errors: readonly FieldError[],
  { at }: RuleTable,
  { field, error }: RuleExample,
): boolean {
  const path = at === '' || field === '' || field.startsWith('[') ? at + field : `${at}.${field}`
  return errors.some((found) => found.field === path && found.type === error)
}

const describeError = ({ field, type, detail = '' }: { field: string; type: string; detail?: string }) =>
  `${field} ${type} ${detail}`

/** Both bodies in one, without what only one of them may say; undefined if they say different things of one field. */
function merged(a: Body, b: Body): Body | undefined {
  const result: Record<string, unknown> = { ...a }
  for (const [name, value] of Object.entries(b)) {
    const other = result[name]
    if (other === undefined) result[name] = value
    else if (isBody(other) && isBody(value)) {
      const inner = merged(other, value)
      if (inner === undefined) return undefined
      result[name] = inner
    } else if (JSON.stringify(other) !== JSON.stringify(value)) return undefined
  }
  return result
}

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
