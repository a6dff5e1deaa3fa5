import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readableDocument } from './readable-document.js'

const part = { name: 'apis/g/v1', label: 'g/v1', url: '/openapi/v3/apis/g/v1', isGroupVersion: true }
const operation = (operationId: string) => ({
  operationId,
  description: `Does ${operationId}.`,
  tags: ['g_v1'],
})
const ofKind = (kind: string) => ({ 'x-kubernetes-group-version-kind': { group: 'g', version: 'v1', kind } })
const parameters = [{ name: 'pretty', in: 'query' }]

const document = {
  openapi: '3.0.0',
  info: { title: 'Binnacle', version: '1.2.3' },
  paths: {
    '/apis/g/v1/': { get: operation('about') },
    '/apis/g/v1/ships': { get: { ...operation('listEverywhere'), ...ofKind('Ship') }, parameters },
    '/apis/g/v1/namespaces/{namespace}/ships': { post: operation('create'), parameters },
    '/apis/g/v1/namespaces/{namespace}/ships/{name}/status': {
      patch: { ...operation('patchStatus'), ...ofKind('ShipStatus') },
    },
    '/apis/g/v1/watch/namespaces/{namespace}/ships': { get: operation('watch') },
    '/apis/g/v1/harbours/{name}': { delete: operation('delete') },
  },
}

describe('a document as a person reads it', () => {
  const readable = readableDocument(document, part)
  const sectionOf = (path: keyof typeof document.paths) =>
    Object.values(readable.paths[path] ?? {}).flatMap((member) => (member as { tags?: string[] }).tags ?? [])

  it('has a section for each resource, with its kind, and one at the end for the rest', () => {
    assert.deepEqual(readable.tags, [
      { name: 'harbours' },
      { name: 'ships', description: 'Ship' },
      { name: 'about' },
    ])
    assert.deepEqual(sectionOf('/apis/g/v1/'), ['about'])
    assert.deepEqual(sectionOf('/apis/g/v1/ships'), ['ships'])
    assert.deepEqual(sectionOf('/apis/g/v1/namespaces/{namespace}/ships'), ['ships'])
    assert.deepEqual(sectionOf('/apis/g/v1/namespaces/{namespace}/ships/{name}/status'), ['ships'])
    assert.deepEqual(sectionOf('/apis/g/v1/watch/namespaces/{namespace}/ships'), ['ships'])
    assert.deepEqual(sectionOf('/apis/g/v1/harbours/{name}'), ['harbours'])
  })

  it('describes an operation only at its path', () => {
    assert.deepEqual(readable.paths['/apis/g/v1/namespaces/{namespace}/ships'], {
      post: { operationId: 'create', summary: 'Does create.', tags: ['ships'] },
      parameters,
    })
  })

  it('is called like the part, and otherwise stays as it is', () => {
    assert.deepEqual(readable.info, { title: 'g/v1', version: '1.2.3' })
    assert.equal(readable.openapi, '3.0.0')
    assert.equal(document.info.title, 'Binnacle')
    assert.deepEqual(document.paths['/apis/g/v1/'].get.tags, ['g_v1'])
  })
})
