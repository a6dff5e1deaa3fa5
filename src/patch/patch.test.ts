import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import {
  applyPatch,
  PATCH_MEDIA_TYPES,
  type PatchType,
  patchResourceVersion,
  patchTypeOf,
  readPatch,
} from './patch.js'
import { Workload } from './workload.fixture.js'

const TYPES = Object.keys(PATCH_MEDIA_TYPES) as PatchType[]
const apply = (type: PatchType, body: unknown, document: unknown) =>
  applyPatch(readPatch(type, body), document, Workload)

describe('the media types of patches', () => {
  it('distinguish the types, whatever their parameters and case', () => {
    for (const type of TYPES) {
      assert.equal(patchTypeOf(PATCH_MEDIA_TYPES[type]), type)
      assert.equal(patchTypeOf(`${PATCH_MEDIA_TYPES[type]}; charset=utf-8`), type)
      assert.equal(patchTypeOf(PATCH_MEDIA_TYPES[type].toUpperCase()), type)
    }
  })
  it('of an apply patch has one media type', () => {
    assert.equal(patchTypeOf('application/apply-patch+yaml'), 'apply')
    assert.equal(patchTypeOf('application/Apply-Patch+yaml; charset=utf-8'), 'apply')
  })
  it('are none of the others', () => {
    for (const header of [
      'application/json',
      'application/apply-patch+json',
      'text/plain',
      '',
      ';',
      undefined,
    ]) {
      assert.equal(patchTypeOf(header), undefined, header)
    }
  })
})

describe('reading patches', () => {
  it('a merge patch must be an object', () => {
    for (const type of ['merge', 'strategic'] as const) {
      for (const body of [[], 5, null, 'x', true, undefined]) {
        assert.throws(
          () => readPatch(type, body),
          (error) =>
            error instanceof ApiError &&
            error.code === 400 &&
            / patch is an object, not /.test(error.message),
        )
      }
    }
  })
  it('a patch that nests without end is rejected', () => {
    const deep = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    const lists = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    const bodies = {
      json: [{ op: 'add', path: '', value: lists }],
      merge: { a: lists },
      strategic: deep(200_000),
    }
    for (const type of TYPES) {
      assert.throws(
        () => readPatch(type, bodies[type]),
        (error) =>
          error instanceof ApiError && error.code === 400 && /nests more than 500/.test(error.message),
      )
    }
    const document = { kind: 'Workload', apiVersion: 'test/v1' }
    for (const type of ['merge', 'strategic'] as const) {
      assert.deepEqual(apply(type, deep(500), document), { ...document, ...deep(500) })
    }
  })
})

describe('applying patches', () => {
  const document = {
    kind: 'Workload',
    apiVersion: 'test/v1',
    metadata: { name: 'web', labels: { a: '1' } },
    spec: { containers: [{ name: 'main', image: 'web:1' }] },
  }
  const bodies: Record<PatchType, unknown> = {
    json: [{ op: 'replace', path: '/spec/containers/0/image', value: 'web:2' }],
    merge: { spec: { containers: [{ name: 'main', image: 'web:2' }] } },
    strategic: { spec: { containers: [{ name: 'main', image: 'web:2' }] } },
  }
  it('every type does its work and leaves the document as it is', () => {
    const before = JSON.stringify(document)
    const after = { ...document, spec: { containers: [{ name: 'main', image: 'web:2' }] } }
    for (const type of TYPES) {
      const patch = readPatch(type, bodies[type])
      assert.deepEqual(applyPatch(patch, document, Workload), after)
      assert.deepEqual(applyPatch(patch, document, Workload), after)
      assert.equal(JSON.stringify(document), before)
    }
  })
  it('members that are undefined count as absent', () => {
    const decoded = { ...document, status: undefined, metadata: { name: 'web', labels: undefined } }
    const labels = { a: '1' }
    const given: Record<PatchType, unknown> = {
      json: [
        { op: 'test', path: '/metadata', value: { name: 'web' } },
        { op: 'add', path: '/metadata/labels', value: labels },
      ],
      merge: { metadata: { labels } },
      strategic: { metadata: { labels } },
    }
    for (const type of TYPES) {
      const patched = apply(type, given[type], decoded)
      assert.deepEqual(JSON.parse(JSON.stringify(patched)), {
        ...document,
        metadata: { name: 'web', labels },
      })
    }
  })
  it('only a strategic patch keeps the kind, whatever it says', () => {
    const other = { kind: 'Other', apiVersion: null }
    assert.deepEqual(apply('strategic', other, document), document)
    assert.deepEqual(apply('strategic', { $patch: 'replace', spec: {} }, document), {
      spec: {},
      kind: 'Workload',
      apiVersion: 'test/v1',
    })
    const { apiVersion: _, ...rest } = document
    assert.deepEqual(apply('merge', other, document), { ...rest, kind: 'Other' })
  })
})

describe('the resource version in a patch', () => {
  const carries = (type: PatchType, body: unknown) => patchResourceVersion(readPatch(type, body))
  const version = { resourceVersion: '5' }

  it('is found where a merge patch sets it', () => {
    for (const type of ['merge', 'strategic'] as const) {
      assert.ok(carries(type, { metadata: version }))
      assert.ok(!carries(type, { metadata: { resourceVersion: null } }))
      assert.ok(!carries(type, { metadata: { resourceVersion: '' } }))
      assert.ok(!carries(type, { metadata: null, spec: version }))
      assert.ok(!carries(type, {}))
    }
  })
  it('is found where an operation sets it, alone or with what is around it', () => {
    for (const op of ['add', 'replace']) {
      assert.ok(carries('json', [{ op, path: '/metadata/resourceVersion', value: '5' }]))
      assert.ok(carries('json', [{ op, path: '/metadata', value: version }]))
      assert.ok(carries('json', [{ op, path: '', value: { metadata: version } }]))
      assert.ok(!carries('json', [{ op, path: '/metadata/resourceVersion', value: null }]))
      assert.ok(!carries('json', [{ op, path: '/metadata', value: { name: 'x' } }]))
      assert.ok(!carries('json', [{ op, path: '/spec/resourceVersion', value: '5' }]))
    }
  })
  it('counts as it is after the last operation', () => {
    const set = { op: 'add', path: '/metadata/resourceVersion', value: '5' }
    assert.ok(!carries('json', [set, { op: 'remove', path: '/metadata/resourceVersion' }]))
    assert.ok(!carries('json', [set, { op: 'replace', path: '/metadata', value: {} }]))
    assert.ok(carries('json', [{ op: 'remove', path: '/metadata/resourceVersion' }, set]))
    assert.ok(carries('json', [set, { op: 'add', path: '/metadata/labels', value: {} }]))
  })
  it('is not what a test, a move or a copy says', () => {
    assert.ok(!carries('json', [{ op: 'test', path: '/metadata/resourceVersion', value: '5' }]))
    assert.ok(!carries('json', [{ op: 'copy', from: '/metadata/uid', path: '/metadata/resourceVersion' }]))
  })
})
