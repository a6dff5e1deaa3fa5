import { formatMessages, formatWords } from '#kinds/format-words.fixture.js'
import { FIELD_ERRORS } from '#meta/field-error.js'
import type { RuleExample, RuleTable } from '#meta/rule-examples.fixture.js'
import { code, plain, table } from './markdown.js'

const WHEN: Record<NonNullable<RuleTable['on']>, string> = {
  create: 'create',
  change: 'update',
  status: 'status update',
  delete: 'delete',
  approval: 'approval',
  binding: 'binding',
  ephemeralcontainers: 'ephemeralcontainers update',
  eviction: 'eviction',
  finalize: 'finalize',
  log: 'log',
  resize: 'resize',
  rollback: 'rollback',
  scale: 'scale update',
  token: 'token',
}

/** The rules of one type, from the examples that the rule tests validate. */
export function ruleTable({ type, on, at, examples }: RuleTable): string {
  const place = at === '' ? '' : `Fields are below \`${withoutIndexes(at)}\`.\n\n`
  const rows = merged(examples).map(({ fields, example }) => [
    fields.map((field) => (field === '' ? '*(itself)*' : code(field))).join('<br>'),
    plain(example.rule),
    FIELD_ERRORS[example.error].text,
    detail(example),
  ])
  return `### ${type}${on ? `: ${WHEN[on]}` : ''}\n\n${place}${table(['field', 'rule', 'error', 'detail'], rows)}`
}

export function formatTable(): string {
  const rows = formatWords.map((format) => [
    `**${format.name}**`,
    plain(format.words),
    formatMessages(format).map(plain).join('<br>'),
  ])
  return table(['format', 'what it is', 'detail of the error'], rows)
}

/** Adjacent rules that differ only in the field share a row. */
function merged(examples: readonly RuleExample[]): { fields: string[]; example: RuleExample }[] {
  const rows: { fields: string[]; example: RuleExample }[] = []
  for (const example of examples) {
    const field = withoutIndexes(example.field)
    const last = rows.at(-1)
    const same =
      last?.example.rule === example.rule &&
      last.example.error === example.error &&
      last.example.detail === example.detail
    if (!same) rows.push({ fields: [field], example })
    else if (!last.fields.includes(field)) last.fields.push(field)
  }
  return rows
}

const withoutIndexes = (path: string) => path.replace(/\[\d+\]/g, '[]')

function detail({ detail }: RuleExample): string {
  if (typeof detail === 'string') return plain(detail)
  const format = formatWords.find((known) => known.format === detail)
  if (format === undefined) throw new Error('a rule has a format that the reference does not name')
  return `[${format.name}](/reference/kinds/metadata#formats)`
}
