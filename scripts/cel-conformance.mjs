// Runs the CEL conformance tests and prints the pass rate, and with --failures each failed test. After `tsc -p
// tsconfig.json`: node scripts/cel-conformance.mjs [--failures]
import { runSpecification } from '../.build/test/cel/spec-run.js'

const showsFailures = process.argv.includes('--failures')
const sum = { total: 0, outside: 0, passed: 0 }
for (const { suite, total, outside, passed, failed } of runSpecification()) {
  sum.total += total
  sum.outside += outside
  sum.passed += passed
  console.log(
    `${suite.padEnd(18)} ${String(passed).padStart(4)} of ${String(total - outside).padStart(4)}  (${outside} outside)`,
  )
  if (showsFailures) for (const failure of failed) console.log(`    ${failure.replaceAll('\n', ' ')}`)
}
const inside = sum.total - sum.outside
console.log(
  `passed ${sum.passed} of ${inside} (${((100 * sum.passed) / inside).toFixed(1)} %); ${sum.outside} of ${sum.total} are outside of what rules have`,
)
