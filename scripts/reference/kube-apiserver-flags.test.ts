import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FLAG_TYPES } from '#cli/kube-apiserver/flag.js'
import { SECTIONS } from '#cli/kube-apiserver/flags.js'
import { OPTIONS } from '#server/options/table.js'

const OWN: ReadonlySet<string> = new Set(Object.values(OPTIONS).map(({ flag }) => flag))
const rows = SECTIONS.flatMap((section) => section.rows)

test('the table of the flags of kube-apiserver names flags that exist here', () => {
  for (const { flags, here } of rows) {
    for (const { flag } of flags) {
      if (here === 'same') assert.ok(OWN.has(flag), `${flag} is no flag of this server`)
      else assert.ok(!OWN.has(flag), `${flag} is a flag of this server`)
    }
    if (here !== 'same' && here !== 'none') assert.ok(OWN.has(here), `${here} is no flag of this server`)
  }
})

test('the table of the flags of kube-apiserver names each flag once, with a type', () => {
  const flags = rows.flatMap(({ flags }) => flags)
  assert.ok(flags.length > 165, String(flags.length))
  for (const { flag, type } of flags) {
    assert.match(flag, /^--[a-z0-9-]+$/)
    assert.ok(FLAG_TYPES.includes(type), `${flag}: ${type}`)
  }
  const names = flags.map(({ flag }) => flag)
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) < index),
    [],
  )
})

test('a flag with the same name has the same kind of value', () => {
  const options = new Map(Object.values(OPTIONS).map((option) => [option.flag, option]))
  for (const { flags, here } of rows.filter(({ here }) => here !== 'none')) {
    for (const { flag, type } of flags) {
      const option = options.get(here === 'same' ? flag : here)
      assert.equal(option?.placeholder === undefined, type === 'bool', flag)
    }
  }
})
