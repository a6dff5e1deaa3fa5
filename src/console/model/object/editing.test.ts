import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeAt } from './cursor.js'
import { formatFieldPath, parseFieldPath } from './field-path.js'
import { mergeChanges } from './merge-changes.js'
import { problemsOf } from './problems.js'
import { resolveSchema, schemaAt, schemaOfKind, typeName } from './schema.js'
import { readDocuments, type YamlDocument } from './yaml-text.js'

const TEXT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    example.com/owner: me
spec:
  replicas: 3
  template:
    spec:
      containers:
        - name: first
          image: a
        - name: second
          image: b
          ports:
          - containerPort: 80
`

function only(text: string): YamlDocument {
  const [document] = readDocuments(text)
  assert.ok(document)
  return document
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length

describe('paths of errors', () => {
  it('are read with names, indexes and keys', () => {
    assert.deepEqual(parseFieldPath('spec.containers[0].image'), ['spec', 'containers', 0, 'image'])
    assert.deepEqual(parseFieldPath('metadata.annotations[example.com/a]'), [
      'metadata',
      'annotations',
      'example.com/a',
    ])
    assert.deepEqual(parseFieldPath('data["a.b"].c'), ['data', 'a.b', 'c'])
    assert.deepEqual(parseFieldPath(''), [])
    assert.equal(formatFieldPath(['spec', 'containers', 0, 'image']), 'spec.containers[0].image')
  })
})

describe('problems of the server', () => {
  const lines = (message: string, ...fields: readonly string[]) => {
    const causes = fields.map((field) => ({ reason: 'FieldValueInvalid', message: 'bad', field }))
    const found = problemsOf({ code: 422, reason: 'Invalid', message, causes }, only(TEXT))
    return found.map(({ from }) => lineOf(TEXT, from))
  }

  it('are at the lines of their fields', () => {
    const found = lines('', 'spec.replicas', 'spec.template.spec.containers[1].image')
    assert.deepEqual(found, [8, 15])
    assert.deepEqual(lines('', 'metadata.annotations[example.com/owner]'), [6])
    assert.deepEqual(lines('', 'spec.template.spec.containers[1].ports[0].containerPort'), [17])
  })

  it('are at the nearest field above one that is missing', () => {
    assert.deepEqual(lines('', 'spec.template.spec.containers[1].resources.limits'), [14])
    assert.deepEqual(lines('', 'spec.selector'), [7])
  })

  it('of strict decoding are at the unknown fields', () => {
    const message = 'strict decoding error: unknown field "spec.replicas", duplicate field "metadata.name"'
    assert.deepEqual(lines(message), [8, 4])
    assert.deepEqual(lines('something else'), [1])
  })

  it('of the YAML itself have a place', () => {
    const [error] = only('a: 1\nb: [1, 2\nc: 3\n').errors
    assert.ok(error)
    assert.ok(lineOf('a: 1\nb: [1, 2\nc: 3\n', error.from) >= 2)
    assert.match(only('a: 1\na: 2\n').errors[0]?.message ?? '', /unique/)
  })
})

describe('the place of the cursor', () => {
  const place = (marked: string) => {
    const offset = marked.indexOf('|')
    const { parent, field, isValue } = placeAt(marked.replace('|', ''), offset)
    return [formatFieldPath(parent), field, isValue]
  }

  it('is found in text that is no YAML yet', () => {
    assert.deepEqual(place('spec:\n  repl|'), ['spec', undefined, false])
    assert.deepEqual(place('spec:\n  template:\n    spec:\n      |'), [
      'spec.template.spec',
      undefined,
      false,
    ])
    assert.deepEqual(place('spec:\n  a: 1\nki|'), ['', undefined, false])
    assert.deepEqual(place('spec:\n  policy: Al|'), ['spec', 'policy', true])
    assert.deepEqual(place('spec:\n  po|licy: Always'), ['spec', 'policy', false])
  })

  it('is found in lists, indented or not', () => {
    assert.deepEqual(place('spec:\n  containers:\n    - name: a\n    - name: b\n      im|'), [
      'spec.containers[1]',
      undefined,
      false,
    ])
    assert.deepEqual(place('spec:\n  containers:\n  - name: a\n    ports:\n    - cont|'), [
      'spec.containers[0].ports[0]',
      undefined,
      false,
    ])
    assert.deepEqual(place('rules:\n- verbs: [a]\n- ver|'), ['rules[1]', undefined, false])
  })
})

describe('a merge of three', () => {
  it('joins changes of different fields and items', () => {
    const base = { a: 1, list: [{ name: 'x', image: 'old' }], gone: true }
    const theirs = { a: 2, list: [{ name: 'x', image: 'old' }, { name: 'y' }], gone: true }
    const mine = { a: 1, list: [{ name: 'x', image: 'new' }], more: 1 }
    const { merged, conflicts } = mergeChanges(base, theirs, mine)
    assert.deepEqual(conflicts, [])
    assert.deepEqual(merged, { a: 2, list: [{ name: 'x', image: 'new' }, { name: 'y' }], more: 1 })
  })

  it('tells fields that both have changed, and takes the chosen side', () => {
    const sides = [{ s: { n: 1 } }, { s: { n: 2 } }, { s: { n: 3 } }] as const
    const { merged, conflicts } = mergeChanges(...sides)
    assert.deepEqual(conflicts, [{ path: ['s', 'n'], base: 1, theirs: 2, mine: 3 }])
    assert.deepEqual(merged, { s: { n: 3 } })
    assert.deepEqual(mergeChanges(...sides, () => true).merged, { s: { n: 2 } })
  })

  it('tells a field that one has removed and the other changed', () => {
    const { conflicts } = mergeChanges({ list: [1] }, { list: [1, 2] }, {})
    assert.deepEqual(conflicts, [{ path: ['list'], base: [1], theirs: [1, 2], mine: undefined }])
  })
})

describe('schemas of OpenAPI', () => {
  const api = {
    components: {
      schemas: {
        Port: {
          type: 'object',
          required: ['spec'],
          properties: { spec: { description: 'wanted', allOf: [{ $ref: '#/components/schemas/Spec' }] } },
          'x-kubernetes-group-version-kind': [{ group: 'sea', version: 'v1', kind: 'Port' }],
        },
        Spec: {
          type: 'object',
          description: 'spec',
          properties: {
            sizes: { type: 'array', items: { type: 'string' } },
            labels: { type: 'object', additionalProperties: { type: 'string' } },
            parts: { type: 'array', items: { properties: { kind: { enum: ['A', 'B'] } } } },
          },
        },
      },
    },
  }
  it('are found by kind and path', () => {
    const schema = schemaOfKind(api, { group: 'sea', version: 'v1', kind: 'Port' })
    assert.ok(schema)
    assert.equal(schemaAt(api, schema, ['spec'])?.description, 'wanted')
    assert.deepEqual(schemaAt(api, schema, ['spec', 'parts', 0, 'kind'])?.enum, ['A', 'B'])
    assert.equal(schemaAt(api, schema, ['spec', 'nothing']), undefined)
    assert.equal(typeName(api, schemaAt(api, schema, ['spec', 'sizes'])), '[]string')
    assert.equal(typeName(api, schemaAt(api, schema, ['spec', 'labels'])), 'map[string]string')
    assert.equal(resolveSchema(api, undefined), undefined)
  })
})
