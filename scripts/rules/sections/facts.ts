import { existsSync } from 'node:fs'
import { provesColumns } from './columns.js'
import { provesDefault } from './defaults.js'
import { provesEffect } from './effects.js'
import { readMachinery } from './machinery.js'
import type { OtherFact } from './other-fact.js'
import { otherFacts } from './others.js'
import { readSections } from './rows.js'
import { isInTests } from './tested-texts.js'
import { provesWarning } from './warnings.js'

/** A fact about the original besides its rules, and how it is known to hold here. */
export interface Fact {
  readonly section: string
  readonly where: string
  readonly isProven: boolean
  /** Why it does not hold here. */
  readonly reason?: string | undefined
}

/** The facts of the files. */
export function readFacts(paths: readonly string[]): readonly Fact[] {
  const { warnings, defaults, columns, prepare } = readSections(paths)
  return [
    ...warnings.map((row) =>
      fact('warnings', `${row.type} ${row.path}: ${row.condition}`, provesWarning(row)),
    ),
    ...defaults.map((row) => fact('defaults', `${row.type} ${row.path}`, provesDefault(row))),
    ...columns.map((row) => fact('tables', row.kind, provesColumns(row))),
    ...prepare.map((row) => fact('effects', `${row.kind} ${row.on}: ${row.effect}`, provesEffect(row))),
    ...readMachinery(paths).map(({ section, where, texts }) =>
      fact(section, where, texts.length > 0 && texts.every(isInTests)),
    ),
  ]
}

function fact(section: string, where: string, isShown: boolean): Fact {
  const other = isShown ? undefined : otherFacts.find((entry) => isAbout(entry, section, where))
  if (other?.test !== undefined && !existsSync(other.test)) throw new Error(`there is no test ${other.test}`)
  return { section, where, isProven: isShown || other?.test !== undefined, reason: other?.reason }
}

const isAbout = (entry: OtherFact, section: string, where: string) =>
  section.startsWith(entry.section) && where.startsWith(entry.where ?? '')
