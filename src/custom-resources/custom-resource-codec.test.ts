import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compileSchema } from '#structural/compile.js'
import { CustomResourceCodec } from './custom-resource-codec.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function newForm(): CustomResourceCodec {
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
    const form = newForm()
    const [one, two] = [
      { metadata: {}, sails: 1 },
      { metadata: {}, spec: { masts: 2 } },
    ]
    form.decode(one)
    form.decode(two)
    assert.deepEqual(form.unknownFields(one, 10), ['sails'])
    assert.deepEqual(form.unknownFields(two, 10), ['spec.masts'])
    assert.deepEqual(form.unknownFields({ oars: 3 }, 10), ['oars'])
  })

  it('keeps no body in memory', async () => {
    const form = newForm()
    const decode = () => {
      const body = { metadata: {}, sails: 'x'.repeat(1000) }
      form.decode(body)
      return new WeakRef(body)
    }
    const body = decode()
    await turn()
    collectGarbage()
    assert.equal(body.deref(), undefined)
    assert.ok(form)
  })
})
