// Runs every compiled test file, or only those whose path contains one of the words given:
//   node scripts/run-tests.mjs storage schema
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const root = '.build'
const words = process.argv.slice(2)
const files = readdirSync(root, { recursive: true })
  .filter((path) => path.endsWith('.test.js'))
  .map((path) => join(root, path))
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .sort()

if (files.length === 0) {
  console.error(`no test file matches ${words.join(', ')}`)
  process.exit(1)
}

const tests = run({ files, concurrency: availableParallelism(), timeout: 600_000 })
tests.on('test:fail', () => {
  process.exitCode = 1
})

// What was left out is told at the end, where it is seen.
const leftOut = new Map()
tests.on('test:pass', ({ skip }) => {
  if (typeof skip === 'string') leftOut.set(skip, (leftOut.get(skip) ?? 0) + 1)
})
process.on('exit', () => {
  for (const [reason, count] of leftOut) console.log(`left out, because ${reason}: ${count} tests or suites`)
})
tests.compose(new spec()).pipe(process.stdout)
