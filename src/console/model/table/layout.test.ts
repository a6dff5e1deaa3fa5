import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { layoutColumns } from './layout.js'

const column = (name: string, priority = 0, type = 'string') => ({
  name,
  type,
  format: '',
  description: '',
  priority,
})
const COLUMNS = [column('Name'), column('Restarts', 0, 'integer'), column('Node', 1)]
const named = (options: { hasNamespaces: boolean; isWide: boolean }) =>
  layoutColumns(COLUMNS, [4, 2, 80], options).map(({ name, cell }) => [name, cell])

describe('the columns of a table', () => {
  it('are those without a priority, and all in a wide table', () => {
    assert.deepEqual(named({ hasNamespaces: false, isWide: false }), [
      ['Name', 0],
      ['Restarts', 1],
    ])
    assert.deepEqual(named({ hasNamespaces: false, isWide: true }).at(-1), ['Node', 2])
  })

  it('have the namespace second when rows have several', () => {
    assert.deepEqual(named({ hasNamespaces: true, isWide: false })[1], ['Namespace', undefined])
  })

  it('have room for their names, and no more than a limit for their texts', () => {
    const [, restarts, node] = layoutColumns(COLUMNS, [4, 2, 80], { hasNamespaces: false, isWide: true })
    assert.deepEqual([restarts?.width, restarts?.isNumber, node?.width], ['13ch', true, '36ch'])
  })
})
