import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Overrides, OverridesError } from './overrides.js'

const OBJECT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: { replicas: 3, template: { spec: { containers: [{ name: 'c', image: 'registry/web:1' }] } } },
}
const EAST = { name: 'east', labels: { region: 'east' } }
const WEST = { name: 'west', labels: { region: 'west' } }

const IMAGE = '/spec/template/spec/containers/0/image'
const image = (value: string) => [{ op: 'replace', path: IMAGE, value }]
const parse = (value: unknown) => Overrides.parse(JSON.stringify(value))
const imageIn = (overrides: Overrides, cluster: typeof EAST) =>
  overrides.apply(OBJECT, cluster).spec.template.spec.containers[0]?.image

describe('overrides', () => {
  it('change the object in the named or selected clusters', () => {
    const overrides = parse([
      { clusters: ['east'], patch: image('east/web:1') },
      { selector: [{ key: 'region', operator: 'in', values: ['west'] }], patch: image('west/web:1') },
    ])
    assert.equal(imageIn(overrides, EAST), 'east/web:1')
    assert.equal(imageIn(overrides, WEST), 'west/web:1')
    assert.equal(imageIn(overrides, { name: 'other', labels: { region: 'other' } }), 'registry/web:1')
    assert.equal(OBJECT.spec.template.spec.containers[0]?.image, 'registry/web:1')
  })

  it('apply in order, where both names and selector match', () => {
    const overrides = parse([
      { selector: [], patch: image('all') },
      {
        clusters: ['east', 'west'],
        selector: [{ key: 'region', operator: '=', values: ['west'] }],
        patch: image('west'),
      },
    ])
    assert.equal(imageIn(overrides, EAST), 'all')
    assert.equal(imageIn(overrides, WEST), 'west')
  })

  it('are rejected with the path of the mistake', () => {
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [{}, /^not a list/],
      [[1], /^\[0\]: not an object$/],
      [[{ patch: [] }], /^\[0\]: needs clusters or/],
      [[{ clusters: 'a', patch: [] }], /^\[0\]\.clusters: /],
      [[{ clusters: ['a'], patches: [] }], /^\[0\]\.patches: unknown field$/],
      [[{ clusters: ['a'] }], /^\[0\]\.patch: /],
      [[{ clusters: ['a'], patch: [{ op: 'swap', path: '/a' }] }], /^\[0\]\.patch: /],
      [
        [{ selector: [{ key: 'a', operator: 'like' }], patch: [] }],
        /^\[0\]\.selector\[0\]: .*not an operator$/,
      ],
      [[{ selector: {}, patch: [] }], /^\[0\]\.selector: not a list/],
    ]
    for (const [value, message] of cases) {
      assert.throws(
        () => parse(value),
        (error: Error) => {
          assert.ok(error instanceof OverridesError)
          assert.match(error.message, message)
          return true
        },
      )
    }
    assert.throws(() => Overrides.parse('{'), /^OverridesError: invalid JSON/)
  })

  it('cannot change identity or status', () => {
    for (const path of [
      '/kind',
      '/metadata',
      '/metadata/name',
      '/metadata/namespace',
      '/metadata/resourceVersion',
      '/metadata/managedFields',
      '/metadata/finalizers/0',
      '/status',
      '/status/replicas',
      '',
    ]) {
      const patch = [{ op: 'replace', path, value: 'x' }]
      assert.throws(() => parse([{ clusters: ['a'], patch }]), OverridesError, path)
    }
    assert.throws(
      () => parse([{ clusters: ['a'], patch: [{ op: 'move', from: '/spec', path: '/status' }] }]),
      OverridesError,
    )
    for (const patch of [
      [{ op: 'copy', from: '/spec', path: '/status' }],
      [{ op: 'move', from: '/metadata/name', path: '/metadata/labels/x' }],
    ]) {
      assert.throws(() => parse([{ clusters: ['a'], patch }]), OverridesError)
    }
    parse([{ clusters: ['a'], patch: [{ op: 'add', path: '/metadata/labels/x', value: 'y' }] }])
  })

  it('must fit the object', () => {
    const fine = () => undefined
    parse([{ clusters: ['a'], patch: image('x') }]).expectFits(OBJECT, fine)
    const mismatch = parse([{ clusters: ['a'], patch: [{ op: 'remove', path: '/spec/missing' }] }])
    assert.throws(() => mismatch.expectFits(OBJECT, fine), /^OverridesError: \[0\]\.patch: /)
    const wrong = () => parse([{ clusters: ['a'], patch: image('x') }]).expectFits(OBJECT, () => 'no image')
    assert.throws(wrong, /^OverridesError: \[0\]\.patch: no image$/)
  })
})
