import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { optional, struct } from '#schema/type.js'
import { builtInKind, CURRENT_CONVENTIONS, type StoredKind } from './kind.js'
import { KindRegistry } from './kind-registry.js'

const Empty = struct('test.Empty', 'A kind with nothing in it.', {
  ...typeMeta,
  metadata: optional(1, ObjectMeta, 'Metadata.'),
})

const version = (group: string, name = 'v1') => ({
  group,
  version: name,
  conventions: CURRENT_CONVENTIONS,
  schema: Empty,
  subresources: [],
})

function kindOf(plural: string, groups: readonly [string, ...string[]]): StoredKind {
  const [group, ...others] = groups
  return builtInKind({
    kind: plural.toUpperCase(),
    plural,
    singular: plural.slice(0, -1),
    namespaced: true,
    storageVersion: version(group),
    otherVersions: others.map((other) => ({
      ...version(other),
      conversion: { toStored: (object) => object, fromStored: (object) => object },
    })),
  })
}

const squares = kindOf('squares', ['shapes', 'flat.example.com'])
const circles = kindOf('circles', ['shapes'])

describe('the registry of kinds', () => {
  it('has the kinds and all of their versions in the order in which they were added', () => {
    const registry = new KindRegistry([squares])
    registry.add(circles)
    assert.deepEqual(registry.kinds, [squares, circles])
    assert.deepEqual(
      registry.versions.map(({ group, plural }) => `${plural}.${group}`),
      ['squares.shapes', 'squares.flat.example.com', 'circles.shapes'],
    )
  })

  it('announces versions by the rank of their groups, those without one last', () => {
    const ranked = (plural: string, group: string, discoveryRank?: number) =>
      builtInKind({
        kind: plural.toUpperCase(),
        plural,
        singular: plural.slice(0, -1),
        namespaced: true,
        storageVersion: { ...version(group), ...(discoveryRank !== undefined && { discoveryRank }) },
      })
    const registry = new KindRegistry([
      ranked('as', 'custom'),
      ranked('bs', 'second', 2),
      ranked('cs', 'first', 1),
      ranked('ds', 'other'),
      ranked('es', 'second', 2),
    ])
    assert.deepEqual(
      registry.discoverableVersions.map(({ group, plural }) => `${plural}.${group}`),
      ['cs.first', 'bs.second', 'es.second', 'as.custom', 'ds.other'],
    )
  })

  it('finds a kind by the prefix of its keys', () => {
    const registry = new KindRegistry([squares, circles])
    assert.equal(registry.storedUnder('shapes/circles/'), circles)
    assert.equal(registry.storedUnder('flat.example.com/squares/'), undefined)
    registry.remove(circles)
    assert.equal(registry.storedUnder('shapes/circles/'), undefined)
  })

  it('keeps the objects of the group without a name under one', () => {
    const pods = kindOf('pods', [''])
    const registry = new KindRegistry([pods])
    assert.equal(pods.prefix, 'core/pods/')
    assert.equal(registry.storedUnder('core/pods/'), pods)
  })

  it('notifies a listener of every change, until it is removed', () => {
    const registry = new KindRegistry([squares])
    const notified: string[] = []
    const stop = registry.onChange(({ type, kind }) => notified.push(`${type} ${kind.prefix}`))
    registry.add(circles)
    registry.remove(squares)
    stop()
    registry.remove(circles)
    assert.deepEqual(notified, ['added shapes/circles/', 'removed shapes/squares/'])
  })

  it('has changed already when it notifies', () => {
    const registry = new KindRegistry()
    const seen: [number, number][] = []
    registry.onChange(() => seen.push([registry.kinds.length, registry.generation]))
    registry.add(squares)
    registry.remove(squares)
    assert.deepEqual(seen, [
      [1, 1],
      [0, 2],
    ])
  })

  it('counts the changes', () => {
    const registry = new KindRegistry([squares, circles])
    const { generation } = registry
    registry.remove(circles)
    registry.add(circles)
    assert.equal(registry.generation, generation + 2)
    assert.deepEqual(registry.kinds, [squares, circles])
  })

  it('does nothing about a kind that it does not have', () => {
    const registry = new KindRegistry([squares])
    const { generation } = registry
    registry.remove(circles)
    // Another kind under the same prefix is another kind.
    registry.remove(kindOf('squares', ['shapes']))
    assert.equal(registry.generation, generation)
    assert.deepEqual(registry.kinds, [squares])
  })

  it('rejects a kind whose prefix, path or name is taken', () => {
    const registry = new KindRegistry([squares])
    const { generation } = registry
    for (const [taken, why] of [
      [kindOf('squares', ['shapes']), /there is a kind under shapes\/squares\/ already/],
      [kindOf('squares', ['flat.example.com']), /flat\.example\.com\/v1 has squares/],
      [kindOf('squares', ['other', 'flat.example.com']), /flat\.example\.com\/v1 has squares/],
      [{ ...circles, versions: [{ ...circles.storageVersion, kind: 'SQUARES' }] }, /the kind SQUARES/],
    ] as const) {
      assert.throws(() => registry.add(taken), why)
    }
    assert.equal(registry.generation, generation)
    registry.add(kindOf('squares', ['other']))
  })
})
