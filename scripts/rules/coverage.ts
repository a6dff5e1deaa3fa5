// Compares the examples of rules with rules as data: `node .build/scripts/rules/coverage.js PATH... [--type WORD] [--all]`.
// Prints each row that no example of a current group proves, with its number in the file.
import { parseArgs } from 'node:util'
import { testedRuleTables } from '#kinds/name-rules.examples.js'
import { otherRuleOf, proves, textOf } from './match.js'
import { otherRules } from './missing/index.js'
import { provenRules } from './proven-rules.js'
import { readRules } from './rows.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { type: { type: 'string', default: '' }, all: { type: 'boolean', default: false } },
})
const proven = await provenRules(testedRuleTables)

for (const { name, rows } of readRules(positionals)) {
  const chosen = rows.filter(({ type }) => type.includes(values.type))
  const others = chosen.filter((row) => !proven.some((rule) => proves(rule, row)))
  const open = others.filter((row) => otherRuleOf(row, otherRules) === undefined)
  for (const row of values.all ? others : open) {
    const { number, type, on, path, error, condition } = row
    console.log(`${number} ${type} [${on}] ${path}: ${error}: ${textOf(row)} (${condition})`)
  }
  const counts = `${chosen.length - others.length} proven, ${others.length - open.length} with a reason or a test`
  console.log(`${name}: ${chosen.length} rows, ${counts}, ${open.length} open`)
}
