import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compileSchema } from '#structural/compile.js'
import { CustomResourceCodec } from './custom-resource-codec.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function newCodec(): CustomResourceCodec {
  const schema = compileSchema({ type: 'object', properties: { spec: { type: 'object' } } })
  return new CustomResourceCodec({
    name: { group: 'example.com', version: 'v1', plural: 'hulks', kind: 'Hulk' },
    schema: () => schema,
    hasStatus: false,
    isStorageVersion: true,
    schemaIn: () => schema,
    since: 0,
    digest: '',
    converter: undefined,
  })
}

describe('the codec of a custom resource version', () => {
  it('reports dropped fields of every body', () => {
    const codec = newCodec()
    const [one, two] = [
      { metadata: {}, sails: 1 },
      { metadata: {}, spec: { masts: 2 } },
    ]
    codec.decode(one)
    codec.decode(two)
    assert.deepEqual(codec.unknownFields(one, 10), ['sails'])
    assert.deepEqual(codec.unknownFields(two, 10), ['spec.masts'])
    assert.deepEqual(codec.unknownFields({ oars: 3 }, 10), ['oars'])
  })

  it('keeps no body in memory', async () => {
    const codec = newCodec()
    const decode = () => {
      const body = { metadata: {}, sails: 'x'.repeat(1000) }
      codec.decode(body)
      return new WeakRef(body)
    }
    const body = decode()
    await turn()
    collectGarbage()
    assert.equal(body.deref(), undefined)
    assert.ok(codec)
  })
})
