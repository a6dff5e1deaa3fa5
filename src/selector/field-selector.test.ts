import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EVERY_FIELD, parseFieldSelector } from './field-selector.js'
import { SelectorError } from './label-selector.js'

const matches = (selector: string, namespace: string, name: string) =>
  parseFieldSelector(selector).matches({ namespace, name, json: Buffer.alloc(0) })

describe('field selectors', () => {
  it('nothing selects everything', () => {
    for (const text of ['', ',', ',,']) assert.deepEqual(parseFieldSelector(text), EVERY_FIELD)
  })

  it('name and namespace can be compared', () => {
    assert.ok(matches('metadata.name=a', 'ns', 'a'))
    assert.ok(matches('metadata.name==a', 'ns', 'a'))
    assert.ok(!matches('metadata.name!=a', 'ns', 'a'))
    assert.ok(matches('metadata.namespace=ns,metadata.name!=b', 'ns', 'a'))
    assert.ok(!matches('metadata.namespace=', 'ns', 'a'))
    assert.ok(matches('metadata.namespace=', '', 'a'))
    assert.ok(matches('metadata.name=a,', 'ns', 'a'))
  })

  it('the only possible name is returned', () => {
    assert.equal(parseFieldSelector('metadata.namespace=x,metadata.name=a').name, 'a')
    assert.equal(parseFieldSelector('metadata.name!=a').name, undefined)
  })

  it('a backslash keeps a comma, an equals sign or itself in a value', () => {
    assert.deepEqual(parseFieldSelector('metadata.name=a\\,b\\=c\\\\d').terms[0]?.value, 'a,b=c\\d')
  })

  for (const bad of ['metadata.name=a=b', 'metadata.name=a\\', 'metadata.name=a\\x', 'metadata.name', 'x']) {
    it(`${bad} is rejected`, () => assert.throws(() => parseFieldSelector(bad), SelectorError))
  }

  it('malformed terms are quoted, with the selector', () => {
    for (const [selector, term] of [
      ['metadata.name', 'metadata.name'],
      ['metadata.name>a', 'metadata.name>a'],
      ['metadata.name=a,x', 'x'],
      ['z,metadata.name=a,y', 'y'],
      ['spec.x=1,y', 'y'],
      ["it's", "it's"],
    ] as const) {
      assert.throws(() => parseFieldSelector(selector), {
        message: `invalid selector: '${selector}'; can't understand '${term}'`,
      })
    }
  })

  it('other fields are rejected by name', () => {
    for (const field of ['metadata.uid', 'name', '', ' metadata.name', 'metadata.name ', 'status.replicas']) {
      assert.throws(() => parseFieldSelector(`${field}=x`), {
        message: `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
      })
    }
  })
})
