import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { OPTIONS } from '#server/options/table.js'

const FLAG = /`(--[a-z0-9-]+)`/g
const OWN = new Set([...Object.values(OPTIONS).map(({ flag }) => flag), '--help', '--version'])

/** The first two columns of each row. */
const rows = readFileSync('docs/reference/kube-apiserver-flags.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `--'))
  .map((line) => {
    const [, names = '', here = ''] = line.split('|')
    return { names: [...names.matchAll(FLAG)].map(([, flag]) => flag ?? ''), here: here.trim() }
  })

test('the table of the flags of kube-apiserver names flags that exist here', () => {
  for (const { names, here } of rows) {
    const meant = here === 'same' ? names : [...here.matchAll(FLAG)].map(([, flag]) => flag ?? '')
    assert.ok(here === 'none' || meant.length > 0, `${names}: ${here}`)
    for (const flag of meant) assert.ok(OWN.has(flag), `${flag} is no flag of this server`)
    if (here === 'none')
      for (const flag of names) assert.ok(!OWN.has(flag), `${flag} is a flag of this server`)
  }
})

test('the table of the flags of kube-apiserver names each flag once', () => {
  const names = rows.flatMap(({ names }) => names)
  assert.ok(names.length > 150, String(names.length))
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) < index),
    [],
  )
})
