import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkApplied } from './check-applied.js'
import { compare } from './compare.js'
import { extractFields } from './extract.js'
import { merge } from './merge.js'
import { zeroObject } from './ownership.js'
import { removeFields, withParentStructs } from './remove.js'
import { SHIP, Ship } from './ship.fixture.js'

describe('the fields of a value', () => {
  it('are its scalars and atomic values, the elements of its lists, and empty values', () => {
    const value = {
      name: 'x',
      metadata: { labels: { a: '1' } },
      cabins: [{ name: 'a', beds: 1, ports: [{ number: 80 }] }],
      engine: {},
      flag: { country: 'x' },
      crew: ['ann'],
      route: ['here', 'there'],
      log: null,
      unknown: 5,
    }
    assert.deepEqual(extractFields(SHIP, value), {
      'f:name': {},
      'f:metadata': { 'f:labels': { 'f:a': {} } },
      'f:cabins': {
        'k:{"name":"a"}': {
          '.': {},
          'f:name': {},
          'f:beds': {},
          'f:ports': { 'k:{"number":80,"protocol":"TCP"}': { '.': {}, 'f:number': {} } },
        },
      },
      'f:engine': {},
      'f:flag': {},
      'f:crew': { 'v:"ann"': {} },
      'f:route': {},
      'f:log': {},
    })
  })

  it('are none for lists of empty elements, and one for elements of the same name', () => {
    assert.equal(extractFields(SHIP, { cabins: [], crew: [] }), undefined)
    assert.deepEqual(
      extractFields(SHIP, { cabins: [{ name: 'a', beds: 1 }, { name: 'a' }, { name: 'b' }] }),
      {
        'f:cabins': { 'k:{"name":"a"}': {}, 'k:{"name":"b"}': { '.': {}, 'f:name': {} } },
      },
    )
  })

  it('of a new object are compared with its zero value', () => {
    assert.deepEqual(zeroObject(Ship), { metadata: {}, log: null })
    const made = { metadata: { labels: { a: '1' } }, engine: { fuel: 'oil' }, log: [{ number: 1 }] }
    assert.deepEqual(compare(SHIP, zeroObject(Ship), made)?.changed, {
      'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
      'f:engine': { '.': {}, 'f:fuel': {} },
      'f:log': { 'k:{"number":1}': { '.': {}, 'f:number': {} } },
    })
  })
})

describe('a comparison', () => {
  const compared = (before: object, after: object) => {
    const found = compare(SHIP, before, after)
    return found && { changed: found.changed, removed: found.removed }
  }

  it('ignores the order of elements and properties', () => {
    const before = { name: 'x', crew: ['a', 'b'], cabins: [{ name: 'a', beds: 1 }, { name: 'b' }] }
    const after = {
      cabins: [{ name: 'b' }, { beds: 1, name: 'a' }],
      crew: ['b', 'a'],
      name: 'x',
      flag: undefined,
    }
    assert.equal(compared(before, after), undefined)
  })

  it('finds added, changed and removed fields, with structs added or removed as a whole', () => {
    assert.deepEqual(
      compared(
        { name: 'x', route: ['a'], engine: { fuel: 'oil' }, cabins: [{ name: 'a', beds: 1 }] },
        { name: 'y', route: ['a', 'b'], flag: { colour: 'red' }, cabins: [{ name: 'b' }] },
      ),
      {
        changed: {
          'f:name': {},
          'f:route': {},
          'f:flag': {},
          'f:cabins': { 'k:{"name":"b"}': { '.': {}, 'f:name': {} } },
        },
        removed: {
          'f:engine': { '.': {}, 'f:fuel': {} },
          'f:cabins': { 'k:{"name":"a"}': { '.': {}, 'f:name': {}, 'f:beds': {} } },
        },
      },
    )
  })

  it('treats null and empty as values, and descends into others', () => {
    assert.deepEqual(compared({ engine: {} }, { engine: null }), {
      changed: { 'f:engine': {} },
      removed: undefined,
    })
    assert.deepEqual(compared({ engine: {} }, { engine: { fuel: 'oil' } }), {
      changed: { 'f:engine': { 'f:fuel': {} } },
      removed: undefined,
    })
    assert.deepEqual(compared({ log: null }, { log: [] })?.changed, { 'f:log': {} })
  })

  it('treats elements of the same name as one field', () => {
    const twice = [{ name: 'a', beds: 1 }, { name: 'a' }]
    assert.equal(compared({ cabins: twice }, { cabins: structuredClone(twice) }), undefined)
    assert.deepEqual(compared({ cabins: twice }, { cabins: [{ name: 'a', beds: 1 }] }), {
      changed: { 'f:cabins': { 'k:{"name":"a"}': { '.': {}, 'f:name': {}, 'f:beds': {} } } },
      removed: { 'f:cabins': { 'k:{"name":"a"}': {} } },
    })
    assert.deepEqual(compared({ cabins: [{ name: 'a', beds: 1 }] }, { cabins: twice }), {
      changed: { 'f:cabins': { 'k:{"name":"a"}': {} } },
      removed: { 'f:cabins': { 'k:{"name":"a"}': { '.': {}, 'f:name': {}, 'f:beds': {} } } },
    })
  })
})

describe('an applied value', () => {
  const merged = (live: object, applied: object) => merge(SHIP, live, applied)

  it('is merged field by field, and replaces atomic values', () => {
    assert.deepEqual(
      merged(
        { name: 'x', engine: { fuel: 'oil', power: 5 }, flag: { country: 'a', colour: 'b' }, route: ['a'] },
        { engine: { fuel: 'gas' }, flag: { country: 'c' }, route: [], crew: ['ann'] },
      ),
      { name: 'x', engine: { fuel: 'gas', power: 5 }, flag: { country: 'c' }, route: [], crew: ['ann'] },
    )
  })

  it('returns the live value when it changes nothing', () => {
    const live = { name: 'x', crew: ['a', 'b'], cabins: [{ name: 'a', beds: 1 }, { name: 'b' }] }
    assert.equal(merged(live, { crew: ['a'], cabins: [{ name: 'b' }], engine: undefined }), live)
  })

  it('sets the order of common elements, and leaves others in place', () => {
    const crew = (live: string[], applied: string[]) =>
      (merged({ crew: live }, { crew: applied }) as { crew: string[] }).crew
    assert.deepEqual(crew(['a', 'b', 'c'], ['c', 'a']), ['b', 'c', 'a'])
    assert.deepEqual(crew(['a', 'x', 'b'], ['b', 'a']), ['x', 'b', 'a'])
    assert.deepEqual(crew(['x', 'a'], ['a', 'n']), ['x', 'a', 'n'])
    assert.deepEqual(crew([], ['b', 'a']), ['b', 'a'])
  })

  it('finds elements by keys that have defaults', () => {
    const live = { cabins: [{ name: 'a', ports: [{ number: 80, protocol: 'TCP', title: 'web' }] }] }
    assert.deepEqual(
      merged(live, { cabins: [{ name: 'a', ports: [{ number: 80 }, { number: 80, protocol: 'UDP' }] }] }),
      {
        cabins: [
          {
            name: 'a',
            ports: [
              { number: 80, protocol: 'TCP', title: 'web' },
              { number: 80, protocol: 'UDP' },
            ],
          },
        ],
      },
    )
  })

  it('loses undeclared fields, and is not copied when it has none', () => {
    const known = { name: 'x', crew: ['a'], cabins: [{ name: 'a' }] }
    const checked = checkApplied(SHIP, known)
    assert.equal(checked.declared, known)
    assert.deepEqual(checked.errors, [])
    const unknown = { ...known, nome: 'x', cabins: [{ name: 'a', nome: 'y' }, { name: 'b' }] }
    const { declared: left, errors } = checkApplied(SHIP, unknown)
    assert.deepEqual(left, { ...known, cabins: [{ name: 'a' }, { name: 'b' }] })
    const message = 'field not declared in schema'
    assert.deepEqual(errors, [
      { path: '.cabins[0].nome', message, isUndeclared: true },
      { path: '.nome', message, isUndeclared: true },
    ])
  })

  it('must not have ambiguous elements', () => {
    const { errors } = checkApplied(SHIP, {
      crew: ['a', 'a', null],
      cabins: [{ name: 'a' }, { name: 'a' }, {}, 5],
    })
    assert.deepEqual(
      errors.map(({ path, message }) => `${path}: ${message}`),
      [
        '.crew[1]: duplicate entries for key "a"',
        '.crew[2]: an element of a set cannot be null',
        '.cabins[1]: duplicate entries for key {"name":"a"}',
        '.cabins[3]: an element of a list by key must be an object',
      ],
    )
  })
})

describe('a removal', () => {
  it('removes fields with everything below, and leaves null when nothing is left', () => {
    const value = {
      name: 'x',
      engine: { fuel: 'oil' },
      crew: ['a', 'b'],
      cabins: [{ name: 'a', beds: 1 }, { name: 'b' }],
    }
    const fields = {
      'f:engine': { 'f:fuel': {} },
      'f:crew': { 'v:"a"': {} },
      'f:cabins': { 'k:{"name":"a"}': { 'f:beds': {} }, 'k:{"name":"b"}': {} },
    }
    assert.deepEqual(removeFields(SHIP, value, fields), {
      name: 'x',
      engine: null,
      crew: ['b'],
      cabins: [{ name: 'a' }],
    })
    assert.deepEqual(withParentStructs(SHIP, { 'f:metadata': { 'f:labels': { 'f:a': {} } } }), {
      'f:metadata': { '.': {}, 'f:labels': { '.': {}, 'f:a': {} } },
    })
  })
})
