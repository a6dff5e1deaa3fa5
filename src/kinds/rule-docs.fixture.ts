import { FIELD_ERRORS } from '#meta/field-error.js'
import type { RuleExample, RuleTable } from '#meta/rule-examples.fixture.js'
import { formatWords, problemsOf } from './format-words.fixture.js'

/** Renders `docs/validation.md` from the examples that the tests validate. */

const INTRODUCTION = `# Validation

Every object that is created or changed is validated by the rules below. All mistakes are reported at once: the answer
is a 422 whose \`details.causes\` name, for each mistake, the field, what kind of mistake it is and what the field
should be. A mistake is reported once, however often it is found.

Defaults come first, so a field that has one is never missing. Objects are validated alike when they are created,
replaced and patched; what is said of a *change* holds besides. A report of the status is validated by the rules on
metadata and on the status.

The tables are made of the examples with which the rules are tested. To write this file anew:
\`UPDATE_DOCS=1 node scripts/run-tests.mjs rule-docs\`.

Where a field's place is not quite its path, the recorded API knows it so: \`metadata.ownerReferences.uid\` and
\`envFrom\` stand without a position, and annotations of a pod's settings after a dot.
`

const WHEN: Record<NonNullable<RuleTable['on']>, string> = {
  change: 'on a change',
  status: 'on a report of the status',
  scale: 'on a change of the scale',
  rollback: 'on a rollback',
  delete: 'on a delete',
}

export function renderRules(tables: readonly RuleTable[]): string {
  return [INTRODUCTION, renderErrors(), renderFormats(), ...tables.map(renderTable)].join('\n')
}

function renderErrors(): string {
  const rows = Object.values(FIELD_ERRORS).map(({ reason, text, quotes }) => [
    text,
    `\`${reason}\``,
    quotes ? 'yes' : 'no',
  ])
  return `## Mistakes\n\n${renderRows(['mistake', 'reason', 'quotes the value'], rows)}`
}

function renderFormats(): string {
  const rows = formatWords.map((format) => [
    anchored(format.name),
    cell(format.words),
    problemsOf(format).map(cell).join('<br>'),
  ])
  return `## Formats\n\n${renderRows(['format', 'what it is', 'details'], rows)}`
}

function renderTable({ type, on, at, examples }: RuleTable): string {
  const place = at === '' ? '' : `At \`${withoutPositions(at)}\`.\n\n`
  const rows = merged(examples).map(({ fields, example }) => [
    fields.map((field) => (field === '' ? '*(itself)*' : `\`${field}\``)).join('<br>'),
    cell(example.rule),
    FIELD_ERRORS[example.error].text,
    renderDetail(example),
  ])
  return `## ${type}${on ? `, ${WHEN[on]}` : ''}\n\n${place}${renderRows(['field', 'rule', 'mistake', 'detail'], rows)}`
}

/** Merges neighbours that differ only in the field. */
function merged(examples: readonly RuleExample[]): { fields: string[]; example: RuleExample }[] {
  const rows: { fields: string[]; example: RuleExample }[] = []
  for (const example of examples) {
    const field = withoutPositions(example.field)
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

const withoutPositions = (path: string) => path.replace(/\[\d+\]/g, '[]')

function renderDetail({ detail }: RuleExample): string {
  if (typeof detail === 'string') return cell(detail)
  const words = formatWords.find(({ format }) => format === detail)
  if (words === undefined) throw new Error('a rule has a format that the docs do not name')
  return `[${words.name}](#formats)`
}

const anchored = (name: string) => `**${name}**`

/** Escapes Markdown. */
const cell = (text: string) => text.replace(/[\\`*_{}[\]<>|#~]/g, (character) => `\\${character}`)

function renderRows(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return `${[line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}
