import { execFileSync } from 'node:child_process'
import type { Benchmark } from './benchmark.js'
import { BENCHMARK_NAMES, PARTS } from './benchmarks/index.js'
import type { Build } from './binnacle.js'
import { alternate, ROUNDS, summary } from './rounds.js'
import type { Figure, Row } from './row.js'
import { comparisonTable } from './table.js'
import { newFolder } from './workspace.js'

/** `npm run bench:compare -- <commit> <commit> [benchmarks…]` compares two commits in alternating rounds. */
const [firstCommit, secondCommit, ...names] = process.argv.slice(2)
const unknown = names.filter((name) => !BENCHMARK_NAMES.includes(name))
if (firstCommit === undefined || secondCommit === undefined || unknown.length > 0) {
  console.error('usage: npm run bench:compare -- <commit> <commit> [benchmarks…]')
  console.error(`benchmarks: ${BENCHMARK_NAMES.join(', ')}`)
  process.exit(2)
}

const first = await checkout(firstCommit)
const second = await checkout(secondCommit)
const before = new Map<Row, Figure>()
const after = new Map<Row, Figure>()
for (const { benchmarks, isInFullRun } of PARTS) {
  for (const [name, list] of Object.entries(benchmarks)) {
    if (names.length === 0 ? !isInFullRun : !names.includes(name)) continue
    for (const work of list) {
      await compare(work).then(
        () => console.error(`${name} done`),
        // An older commit may not support a benchmark; the others are compared all the same.
        (error: unknown) => console.error(`${name} left out: ${error}`),
      )
    }
  }
}
console.log(
  `Medians of ${ROUNDS} alternating rounds; a ratio above 1 says that the second commit does better.\n`,
)
console.log(comparisonTable([first.name, second.name], before, after))

async function compare(work: Benchmark): Promise<void> {
  const [ofFirst = [], ofSecond = []] = await alternate(
    [() => work.ours(first), () => work.ours(second)],
    work.rounds,
  )
  for (const [row, figure] of summary(ofFirst)) before.set(row, figure)
  for (const [row, figure] of summary(ofSecond)) after.set(row, figure)
}

interface Checkout extends Build {
  /** The commit as given, and its id. */
  readonly name: string
}

/** Builds a commit of this repository in a folder of its own, without uncommitted changes. */
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
