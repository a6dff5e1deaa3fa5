import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellValue } from './cells.js'
import type { Table } from './row.js'
import { RowStore } from './row-store.js'

const COLUMNS = [
  { name: 'Name', type: 'string' },
  { name: 'Ready', type: 'string' },
  { name: 'Restarts', type: 'integer' },
  { name: 'Age', type: 'string' },
]
const NOW = Date.parse('2026-01-01T00:10:00Z')

function table(
  name: string,
  ready = '1/1',
  restarts: CellValue = 0,
  namespace = 'default',
  minute = 5,
): Table {
  return {
    columnDefinitions: COLUMNS,
    rows: [
      {
        cells: [name, ready, restarts, '5m'],
        object: {
          metadata: {
            name,
            namespace,
            uid: `${namespace}-${name}`,
            creationTimestamp: `2026-01-01T00:0${minute}:00Z`,
          },
        },
      },
    ],
  }
}

function store(...names: string[]): RowStore {
  const rows = new RowStore(() => NOW)
  for (const name of names) rows.apply('ADDED', table(name))
  rows.complete()
  return rows
}

const names = (rows: RowStore) => rows.window(0, 100).map(({ name }) => name)

describe('the rows of a table', () => {
  it('are in the order of their namespaces and names', () => {
    const rows = store('b', 'a')
    rows.apply('ADDED', table('0', '1/1', 0, 'later'))
    rows.apply('ADDED', table('aa'))
    assert.deepEqual(names(rows), ['a', 'aa', 'b', '0'])
    assert.deepEqual([rows.total, rows.matched], [4, 4])
  })

  it('are sorted by what cells mean, in both directions', () => {
    const rows = store()
    for (const [name, ready, restarts] of [
      ['a', '2/10', 10],
      ['b', '1/2', 9],
      ['c', '3/3', 100],
    ] as const) {
      rows.apply('ADDED', table(name, ready, restarts))
    }
    rows.view({ filter: '', order: { column: 'Restarts', isDescending: false } })
    assert.deepEqual(names(rows), ['b', 'a', 'c'])
    rows.view({ filter: '', order: { column: 'Ready', isDescending: true } })
    assert.deepEqual(names(rows), ['c', 'b', 'a'])
  })

  it('move when their sorted cell changes, and stay otherwise', () => {
    const rows = store('a', 'b', 'c')
    rows.view({ filter: '', order: { column: 'Restarts', isDescending: true } })
    assert.deepEqual(names(rows), ['c', 'b', 'a'].toReversed())
    rows.apply('MODIFIED', table('b', '1/1', 5))
    assert.deepEqual(names(rows), ['b', 'a', 'c'])
    rows.apply('MODIFIED', table('b', '0/1', 5))
    assert.deepEqual(names(rows), ['b', 'a', 'c'])
    assert.deepEqual(rows.window(0, 1)[0]?.cells.slice(0, 3), ['b', '0/1', 5])
  })

  it('are sorted by age from the youngest', () => {
    const rows = store()
    rows.apply('ADDED', table('old', '1/1', 0, 'default', 1))
    rows.apply('ADDED', table('young', '1/1', 0, 'default', 9))
    rows.view({ filter: '', order: { column: 'Age', isDescending: false } })
    assert.deepEqual(names(rows), ['young', 'old'])
  })

  it('are filtered by words, also when they change', () => {
    const rows = store('web-1', 'web-2', 'db')
    rows.view({ filter: 'WEB 1/1', order: undefined })
    assert.deepEqual(names(rows), ['web-1', 'web-2'])
    assert.deepEqual([rows.total, rows.matched], [3, 2])
    rows.apply('MODIFIED', table('web-1', '0/1'))
    assert.deepEqual(names(rows), ['web-2'])
    rows.apply('MODIFIED', table('web-1', '1/1'))
    assert.deepEqual(names(rows), ['web-1', 'web-2'])
    rows.apply('DELETED', table('web-2'))
    assert.deepEqual(names(rows), ['web-1'])
  })

  it('count their changes, but not those of before', () => {
    const rows = store('a')
    const seen = () => rows.window(0, 9).map(({ name, changes, isNew }) => [name, changes, isNew])
    assert.deepEqual(seen(), [['a', 0, false]])
    rows.apply('MODIFIED', table('a', '0/1'))
    rows.apply('ADDED', table('b'))
    assert.deepEqual(seen(), [
      ['a', 1, false],
      ['b', 1, true],
    ])
  })

  it('that do not come again are gone, and unchanged ones do not count as changed', () => {
    const rows = store('a', 'b', 'c')
    rows.restart()
    rows.apply('ADDED', table('a'))
    rows.apply('ADDED', table('c', '0/1'))
    rows.apply('ADDED', table('d'))
    assert.equal(rows.total, 4)
    rows.complete()
    assert.deepEqual(
      rows.window(0, 9).map(({ name, changes }) => [name, changes]),
      [
        ['a', 0],
        ['c', 1],
        ['d', 1],
      ],
    )
  })

  it('agree with sorting everything, after any changes', () => {
    let seed = 7
    const random = (limit: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % limit
    }
    const rows = new RowStore(() => NOW)
    const model = new Map<string, number>()
    rows.complete()
    rows.view({ filter: '1/1', order: { column: 'Restarts', isDescending: false } })
    for (let step = 0; step < 5000; step++) {
      const name = `n${String(random(200)).padStart(3, '0')}`
      const restarts = random(20)
      if (random(4) === 0) {
        rows.apply('DELETED', table(name))
        model.delete(name)
      } else {
        rows.apply(
          model.has(name) ? 'MODIFIED' : 'ADDED',
          table(name, restarts % 3 === 0 ? '0/1' : '1/1', restarts),
        )
        model.set(name, restarts)
      }
      if (step % 100 !== 0) continue
      const expected = [...model]
        .filter(([, restarts]) => restarts % 3 !== 0)
        .toSorted(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
        .map(([name]) => name)
      assert.deepEqual(
        rows.window(0, 1000).map(({ name }) => name),
        expected,
      )
    }
  })
})
