import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CachedObject } from '#cache/cached-object.js'
import { definitionOutline } from './definition.js'

type Members = Record<string, unknown>

const schema = (properties: Members) => ({ openAPIV3Schema: { type: 'object', properties } })
const definition = (metadata: Members, ...versions: Members[]) => ({
  metadata: { name: 'boats.example.com', uid: '1', resourceVersion: '5', ...metadata },
  spec: { group: 'example.com', versions },
  status: { conditions: [], storedVersions: ['v1'] },
})

function outline(object: Members): unknown {
  const json = Buffer.from(JSON.stringify(object))
  return definitionOutline(
    new CachedObject('apiextensions.k8s.io/x/boats.example.com', 5 as CachedObject['revision'], json),
  )
}

describe('the outline of a definition', () => {
  it('omits schemas, annotations and managed fields', () => {
    const columns = [{ name: 'A', jsonPath: '.spec.a' }]
    const first = { name: 'v1', schema: schema({ a: { type: 'string' } }), additionalPrinterColumns: columns }
    const second = { name: 'v2', schema: schema({ b: { type: 'string', description: '}"{' } }) }
    const labels = { annotations: 'x' }
    const managedFields = [{ manager: 'me', fieldsV1: { 'f:spec': {} } }]
    const whole = { labels, annotations: { 'a"b': '}{"' }, managedFields }
    assert.deepEqual(outline(definition(whole, first, second)), {
      ...definition({ labels, annotations: {} }, { ...first, schema: {} }, { name: 'v2', schema: {} }),
    })
  })

  it('is the same whatever schemas contain', () => {
    const fields = {
      annotations: { type: 'object', default: { schema: schema({}) } },
      schema: { type: 'object', properties: { openAPIV3Schema: { type: 'object' } } },
    }
    const version = { name: 'v1', schema: schema(fields), served: true }
    assert.deepEqual(outline(definition({}, version)), definition({}, { ...version, schema: {} }))
  })

  it('is the whole definition if it has no schemas', () => {
    const whole = definition({}, { name: 'v1' })
    assert.deepEqual(outline(whole), whole)
  })
})
