import { execFileSync } from 'node:child_process'
import type { Build } from './binnacle.js'
import { alternate, ROUNDS, summary } from './rounds.js'
import type { Figure, Row } from './row.js'
import { comparisonTable } from './table.js'
import type { Work } from './work.js'
import { PARTS, WORK_NAMES } from './works/index.js'
import { newFolder } from './workspace.js'

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
      await compare(work).then(
        () => console.error(`${name} done`),
        // A commit may not know yet what is measured; the other works can be compared all the same.
        (error: unknown) => console.error(`${name} left out: ${error}`),
      )
    }
  }
}
console.log(
  `Medians of ${ROUNDS} alternating rounds; a ratio above 1 says that the second commit does better.\n`,
)
console.log(comparisonTable([first.name, second.name], before, after))

async function compare(work: Work): Promise<void> {
  const [ofFirst = [], ofSecond = []] = await alternate(
    [() => work.ours(first), () => work.ours(second)],
    work.rounds,
  )
  for (const [row, figure] of summary(ofFirst)) before.set(row, figure)
  for (const [row, figure] of summary(ofSecond)) after.set(row, figure)
}

interface Checkout extends Build {
  /** The commit as it was asked for, and which one that is. */
  readonly name: string
}

/** A commit of this repository, built in a folder of its own. What is not committed is not in it. */
async function checkout(commit: string): Promise<Checkout> {
  const run = (tool: string, args: readonly string[], cwd: string) =>
    execFileSync(tool, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const here = process.cwd()
  const id = run('git', ['rev-parse', '--verify', `${commit}^{commit}`], here)
  const root = await newFolder('checkout')
  console.error(`building ${commit} (${id.slice(0, 10)})`)
  run('git', ['clone', '--quiet', '--no-checkout', here, root], here)
  run('git', ['checkout', '--quiet', '--detach', id], root)
  run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], root)
  run('npm', ['run', '--silent', 'build'], root)
  return { root, name: id.startsWith(commit) ? id.slice(0, 10) : `${commit} (${id.slice(0, 10)})` }
}
