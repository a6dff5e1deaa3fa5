import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JsonPath } from './json-path.js'

const OBJECT = {
  metadata: { labels: { 'x.y': 'z' } },
  spec: {
    list: ['a', 'b', 'c'],
    items: [
      { name: 'one', value: 1, on: true },
      { name: 'two', value: 2n, "it's": '[' },
    ],
    nested: { deep: { name: 'found' } },
    none: null,
  },
}
const first = (path: string) => new JsonPath(path).first(OBJECT)

describe('a JSONPath', () => {
  it('selects properties and items', () => {
    const paths: [string, unknown][] = [
      ['.spec.list', OBJECT.spec.list],
      ['.spec.list[1]', 'b'],
      ['.spec.list[-1]', 'c'],
      ['.spec.list[-1:]', 'c'],
      ['.spec.list[1:]', 'b'],
      ['.spec.list[0:3:2]', 'a'],
      ['.spec.list[*]', 'a'],
      ['.spec.list[2,0]', 'c'],
      ['.spec.items[*].value', 1],
      ['.spec.items[1].value', 2n],
      ['.metadata.labels.x\\.y', 'z'],
      [".metadata.labels['x.y']", 'z'],
      ['.metadata.labels["x.y"]', 'z'],
      ['.spec.nested.*.name', 'found'],
      ['.spec..name', 'one'],
      ['.spec.none', null],
      ['.', OBJECT],
    ]
    for (const [path, value] of paths) assert.deepEqual(first(path), value, path)
  })

  it('selects items by a filter', () => {
    const paths: [string, unknown][] = [
      ['.spec.items[?(@.name=="two")].value', 2n],
      [".spec.items[?(@.name == 'one')].value", 1],
      ['.spec.items[?(@.value>1)].name', 'two'],
      ['.spec.items[?(@.value<=1)].name', 'one'],
      ['.spec.items[?(@.value!=1)].name', 'two'],
      ['.spec.items[?(@.value==2)].name', 'two'],
      ['.spec.items[?(@.on==true)].name', 'one'],
      ['.spec.items[?(@.on)].name', 'one'],
      ['.spec.items[?(@["it\'s"]=="[")].name', 'two'],
      ['.spec.items[?(@.name=="none")].value', undefined],
    ]
    for (const [path, value] of paths) assert.deepEqual(first(path), value, path)
  })

  it('selects nothing if there is no match or the path is invalid', () => {
    const paths = ['.spec.absent.deep', '.spec.list.name', '.spec.nested[0]', '.spec.list[9]', '.toString']
    const unreadable = ['spec', '.spec[', ".spec['x", '.spec.items[?(@.x', '.spec.list[x]', '.a{b}', '.a b']
    for (const path of [...paths, ...unreadable]) assert.equal(first(path), undefined, path)
  })

  it('visits a limited number of values', () => {
    const wide = { spec: Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => ({ a: 1 }))) }
    assert.equal(new JsonPath('.spec[*][*].a').first(wide), 1)
    assert.equal(new JsonPath('......a').first(wide), undefined)
    assert.equal(new JsonPath(`${'[?(@'.repeat(50)}.a${')]'.repeat(50)}`).first([]), undefined)
  })
})
