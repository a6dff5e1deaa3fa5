import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { published } from './publish.js'
import { report } from './report.js'
import { PRINTOUTS, WORK_NAMES } from './works/index.js'

/**
 * `npm run bench` does a full run, `npm run bench -- list watch` only these. With `--write <document>` the report is
 * also put where the document keeps it.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'string' } } })
const known = [...WORK_NAMES, ...Object.keys(PRINTOUTS)]
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${known.join(', ')}`)
  process.exit(2)
}

const text = await report(positionals)
console.log(text)
if (values.write !== undefined)
  writeFileSync(values.write, published(readFileSync(values.write, 'utf8'), text))
