import { printTable } from './rounds.js'
import { basic } from './works/basic.js'
import { codec } from './works/codec.js'
import { etcd } from './works/etcd.js'
import { list } from './works/list.js'
import { stages } from './works/stages.js'
import { watch } from './works/watch.js'
import { write } from './works/write.js'

/** `npm run bench` runs everything, `npm run bench -- list watch` only these. */
const WORKS = { basic, list, watch, write, codec, etcd }

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(WORKS, name) && name !== 'stages')
if (unknown.length > 0) {
  console.error(
    `no such benchmark: ${unknown.join(', ')}; there are ${Object.keys(WORKS).join(', ')}, stages`,
  )
  process.exit(2)
}
const results = []
for (const [name, work] of Object.entries(WORKS)) {
  if (wanted.length === 0 || wanted.includes(name)) results.push(...(await work()))
}
if (results.length > 0) printTable(results)
if (wanted.length === 0 || wanted.includes('stages')) stages()
