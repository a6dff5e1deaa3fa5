import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeNodes } from './graph.js'
import { readOwnership } from './managers.js'
import { inOrder, readManifests } from './manifests.js'
import { restoredObject } from './restore.js'
import { readRevisions, rollbackPatch } from './rollouts.js'
import { templateText } from './templates.js'
import { objectText, readDocuments } from './yaml-text.js'

describe('manifests', () => {
  it('are read from documents and lists, and say what is missing', () => {
    const text = [
      '# only a comment',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: x}',
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Namespace, metadata: {name: x}}',
      'kind: Pod\nmetadata: {name: p}',
      'a: [',
    ].join('\n---\n')
    const found = readManifests(text)
    assert.deepEqual(
      found.map(({ kind, name, namespace }) => [kind, name, namespace]),
      [
        ['ConfigMap', 'a', 'x'],
        ['Namespace', 'x', undefined],
        ['Pod', 'p', undefined],
        ['', '', undefined],
      ],
    )
    assert.equal(found[0]?.problem, undefined)
    assert.equal(found[2]?.problem, 'apiVersion is missing')
    assert.notEqual(found[3]?.problem, undefined)
    assert.equal(inOrder(found)[0]?.kind, 'Namespace')
  })
})

describe('a template', () => {
  const resource = {
    group: 'sea.example.com',
    version: 'v1',
    plural: 'ports',
    singular: 'port',
    kind: 'Port',
    namespaced: true,
    verbs: [],
    shortNames: [],
    categories: [],
    subresources: [],
  }

  it('has the required fields of the schema', () => {
    const spec = {
      type: 'object',
      required: ['depth', 'size', 'berths'],
      properties: {
        depth: { type: 'integer' },
        size: { type: 'string', enum: ['small', 'large'] },
        berths: { type: 'array', items: { type: 'object', required: ['name'], properties: { name: {} } } },
        more: { type: 'string' },
      },
    }
    const text = templateText(resource, 'here', {}, { properties: { spec } })
    assert.deepEqual(readDocuments(text)[0]?.value, {
      apiVersion: 'sea.example.com/v1',
      kind: 'Port',
      metadata: { name: 'example', namespace: 'here' },
      spec: { depth: 0, size: 'small', berths: [{ name: {} }] },
    })
  })
})

describe('field managers', () => {
  it('are found at the lines of their fields and items', () => {
    const object = {
      metadata: { name: 'web', labels: { 'a.b/c': 'x' } },
      spec: { replicas: 1, containers: [{ name: 'one', image: 'a' }, { name: 'two' }] },
    }
    const text = objectText(object)
    const [document] = readDocuments(text)
    assert.ok(document)
    const { managers, owners } = readOwnership(
      [
        { manager: 'me', operation: 'Apply', fieldsV1: { 'f:spec': { 'f:replicas': {}, 'f:gone': {} } } },
        {
          manager: 'you',
          fieldsV1: {
            'f:metadata': { 'f:labels': { 'f:a.b/c': {} } },
            'f:spec': { 'f:containers': { 'k:{"name":"two"}': { '.': {}, 'f:name': {} } } },
          },
        },
      ],
      document,
    )
    const lines = [...owners].map(([offset, indexes]) => {
      const [line = ''] = text.slice(offset).split('\n')
      return `${line}: ${indexes.map((index) => managers[index]?.name)}`
    })
    assert.deepEqual(lines, ['replicas: 1: me', 'a.b/c: x: you', 'name: two: you'])
  })
})

describe('revisions of a Deployment', () => {
  const deployment = { metadata: { name: 'web', uid: 'u', resourceVersion: '7' } }
  const replicaSet = (number: number, uid: string) => ({
    metadata: {
      name: `web-${number}`,
      annotations: { 'deployment.kubernetes.io/revision': String(number) },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid }],
    },
    spec: {
      replicas: number,
      template: { metadata: { labels: { app: 'web', 'pod-template-hash': 'abc' } }, spec: { number } },
    },
  })

  it('are those of its ReplicaSets, the newest first, without the hash', () => {
    const sets = [replicaSet(1, 'u'), replicaSet(3, 'u'), replicaSet(2, 'other')]
    const revisions = readRevisions(deployment, sets)
    assert.deepEqual(
      revisions.map(({ number }) => number),
      [3, 1],
    )
    const [, first] = revisions
    assert.ok(first)
    assert.deepEqual(rollbackPatch(deployment, first), [
      { op: 'test', path: '/metadata/resourceVersion', value: '7' },
      {
        op: 'replace',
        path: '/spec/template',
        value: { metadata: { labels: { app: 'web' } }, spec: { number: 1 } },
      },
    ])
  })
})

describe('an old version', () => {
  it('is restored with its labels, and with the current status', () => {
    const old = { metadata: { name: 'a', labels: { old: '1' } }, spec: 1, status: 'old' }
    const current = {
      metadata: { name: 'a', resourceVersion: '9', labels: { x: '1' } },
      spec: 2,
      status: 's',
    }
    assert.deepEqual(restoredObject(old, current), {
      metadata: { name: 'a', resourceVersion: '9', labels: { old: '1' } },
      spec: 1,
      status: 's',
    })
  })
})

describe('a graph of owners', () => {
  it('has owners left of what they own', () => {
    const nodes = [
      { id: 'pod', owners: ['set'] },
      { id: 'web', owners: [] },
      { id: 'set', owners: ['web'] },
      { id: 'set2', owners: ['web'] },
    ]
    const placed = placeNodes(nodes).map(({ node, column, row }) => [node.id, column, row])
    assert.deepEqual(placed, [
      ['web', 0, 0],
      ['set', 1, 0],
      ['set2', 1, 1],
      ['pod', 2, 0],
    ])
  })

  it('ends when objects own each other', () => {
    const nodes = [
      { id: 'a', owners: ['b'] },
      { id: 'b', owners: ['a'] },
    ]
    assert.equal(placeNodes(nodes).length, 2)
  })
})
