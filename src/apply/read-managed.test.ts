import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldSet } from './field-set.js'
import { isReset, readManaged } from './read-managed.js'

const ENTRY = { manager: 'ann', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' }
const read = (fieldsV1: unknown) => readManaged([{ ...ENTRY, fieldsV1: fieldsV1 as FieldSet }])?.[0]?.fieldsV1

describe('managedFields that a client writes', () => {
  it('are reset by an empty list or one empty entry', () => {
    assert.equal(isReset([]), true)
    assert.equal(isReset([{ manager: undefined }]), true)
    assert.equal(isReset([{ manager: 'ann' }]), false)
    assert.equal(isReset([{}, {}]), false)
  })

  it('are kept when they are canonical', () => {
    const fields = { 'f:a': { '.': {}, 'f:b': {} }, 'f:c': { 'k:{"name":"x"}': {} } }
    assert.equal(read(fields), fields)
  })

  it('are made canonical', () => {
    assert.deepEqual(
      read({ 'f:b': { '.': {} }, 'f:a': { 'k:{"b": 1, "a": "x"}': {} }, 'x:y': { 'f:z': {} } }),
      {
        'f:a': { 'k:{"a":"x","b":1}': {} },
        'f:b': {},
      },
    )
    assert.deepEqual(read({ 'i:07': {}, 'v: "x"': {}, 'f:a': null }), { 'f:a': {}, 'v:"x"': {}, 'i:7': {} })
    assert.deepEqual(read(undefined), {})
  })

  it('are ignored when they cannot be parsed', () => {
    for (const fields of [
      { a: {} },
      { 'f:a': 5 },
      { 'k:x': {} },
      { 'k:[]': {} },
      { 'v:': {} },
      { 'i:x': {} },
      [],
    ]) {
      assert.equal(read(fields), undefined, JSON.stringify(fields))
    }
    assert.equal(read(JSON.parse('{"__proto__":{}}')), undefined)
    assert.equal(readManaged([{ ...ENTRY, operation: 'Other' }]), undefined)
    assert.equal(readManaged([{ ...ENTRY, apiVersion: undefined }]), undefined)
    assert.equal(readManaged([{ ...ENTRY, fieldsType: 'FieldsV2' }]), undefined)
  })
})
