import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BENCHMARK_NAMES, PRINTOUTS } from './benchmarks/index.js'
import { published } from './publish.js'
import { report } from './report.js'

/**
 * `npm run bench` runs all benchmarks, `npm run bench -- list watch` only these. `--write <document>` also puts the
 * report into its place in the document.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'string' } } })
const known = [...BENCHMARK_NAMES, ...Object.keys(PRINTOUTS)]
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${known.join(', ')}`)
  process.exit(2)
}

const text = await report(positionals)
console.log(text)
if (values.write !== undefined)
  writeFileSync(values.write, published(readFileSync(values.write, 'utf8'), text))
