import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CustomResourceColumnDefinition } from '#kinds/apiextensions/customresourcedefinition/schema.js'
import { customResourceColumns } from './columns.js'

const NOW = Date.parse('2024-01-01T01:00:00Z')
const cellOf = (type: string, value: unknown) => {
  const column = { name: 'X', type, jsonPath: '.spec.x' } as CustomResourceColumnDefinition
  return customResourceColumns([column])[1]?.cell?.({ metadata: {} as never, spec: { x: value } }, NOW)
}

describe('a column of a definition', () => {
  it('shows any value as a string', () => {
    const cells: [unknown, unknown][] = [
      ['a', 'a'],
      [7, '7'],
      [0.00001, '1e-05'],
      [1e21, '1e+21'],
      [9007199254740993n, '9007199254740993'],
      [true, 'true'],
      [{ b: [1, '<'], a: null }, '{"a":null,"b":[1,"\\u003c"]}'],
      [undefined, null],
      [null, null],
    ]
    for (const [value, text] of cells) assert.equal(cellOf('string', value), text)
  })

  it('is empty for values of another type', () => {
    assert.equal(cellOf('integer', 1.9), 1)
    assert.equal(cellOf('integer', -1.9), -1)
    assert.equal(cellOf('integer', '1'), null)
    assert.equal(cellOf('number', 1.5), 1.5)
    assert.equal(cellOf('boolean', 'true'), null)
    assert.equal(cellOf('date', '2024-01-01T00:59:00Z'), '60s')
    assert.equal(cellOf('date', 'yesterday'), '<invalid>')
    assert.equal(cellOf('date', 3), null)
  })

  it('ends the table if its path is invalid', () => {
    const columns = ['.spec.a', '.spec.b[', '.spec.c'].map((jsonPath) => ({
      name: jsonPath,
      type: 'string',
      jsonPath,
    })) as CustomResourceColumnDefinition[]
    assert.deepEqual(
      customResourceColumns(columns).map(({ name }) => name),
      ['Name', '.spec.a'],
    )
  })

  it('defaults to the age', () => {
    const [name, age] = customResourceColumns(undefined)
    assert.deepEqual([name?.name, age?.name, age?.type, age?.cell], ['Name', 'Age', 'date', undefined])
  })

  it('shows the age only once', () => {
    const age = {
      name: 'A',
      type: 'date',
      jsonPath: '.metadata.creationTimestamp',
    } as CustomResourceColumnDefinition
    const [, first, second] = customResourceColumns([age, { ...age, name: 'B' }])
    assert.equal(first?.cell, undefined)
    assert.equal(second?.passing, true)
  })
})
