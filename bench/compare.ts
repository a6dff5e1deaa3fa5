import { checkout } from './checkout.js'
import { alternate, ROUNDS } from './rounds.js'
import type { Figure, Row } from './row.js'
import { comparisonTable } from './table.js'
import { PARTS, WORK_NAMES } from './works/index.js'

/** `npm run bench:compare -- <commit> <commit> [works…]` measures two commits against each other, in turn. */
const [firstCommit, secondCommit, ...names] = process.argv.slice(2)
const unknown = names.filter((name) => !WORK_NAMES.includes(name))
if (firstCommit === undefined || secondCommit === undefined || unknown.length > 0) {
  console.error('usage: npm run bench:compare -- <commit> <commit> [works…]')
  console.error(`works: ${WORK_NAMES.join(', ')}`)
  process.exit(2)
}

const first = await checkout(firstCommit)
const second = await checkout(secondCommit)
const before = new Map<Row, Figure>()
const after = new Map<Row, Figure>()
for (const { works, usual } of PARTS) {
  for (const [name, list] of Object.entries(works)) {
    if (names.length === 0 ? !usual : !names.includes(name)) continue
    for (const work of list) {
      const figures = await alternate([() => work.ours(first), () => work.ours(second)], work.rounds)
      for (const [row, figure] of figures[0] ?? []) before.set(row, figure)
      for (const [row, figure] of figures[1] ?? []) after.set(row, figure)
      console.error(`${name} done`)
    }
  }
}
console.log(
  `Medians of ${ROUNDS} alternating rounds; a ratio above 1 says that the second commit does better.\n`,
)
console.log(comparisonTable([first.name, second.name], before, after))
