import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { define, definition, object, pathOf, version } from './support.js'

const ANYTHING = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const SCALE = {
  specReplicasPath: '.spec.n',
  statusReplicasPath: '.status.n',
  labelSelectorPath: '.spec.selector',
}
const EMBEDDED = { ...ANYTHING, 'x-kubernetes-embedded-resource': true }
const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }

describe('the rules on objects of a definition', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'default' } })
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: ANYTHING, status: ANYTHING } } }
    await define(
      client,
      definition('boats', 'Boat', [
        version('v1', { storage: true, schema, subresources: { status: {}, scale: SCALE } }),
      ]),
    )
    const holder = { type: 'object', properties: { pod: EMBEDDED } }
    await define(client, definition('docks', 'Dock', [version('v1', { storage: true }, holder)]))
  })
  after(() => server.close())

  const rejected = async (path: string, body: Json, message: string, status = 422) => {
    const response = await client.post(path, body)
    assert.equal(response.status, status, response.text)
    assert.equal(response.body.message, message)
  }

  it('ask for their kind and version', async () => {
    const boat = object('Boat', 'a')
    const path = pathOf('boats')
    await rejected(
      path,
      { ...boat, kind: 'Ship' },
      'Ship.example.com "a" is invalid: kind: Invalid value: "Ship": must be Boat',
    )
    await rejected(
      path,
      { ...boat, apiVersion: 'example.com/v2' },
      'the API version in the data (example.com/v2) does not match the expected API version (example.com/v1)',
      400,
    )
    await rejected(
      path,
      { ...boat, kind: undefined },
      "Object 'Kind' is missing in 'object has no kind field '",
      400,
    )
    await rejected(
      path,
      { ...boat, apiVersion: undefined },
      "Object 'apiVersion' is missing in 'object has no apiVersion field'",
      400,
    )
  })

  for (const [spec, cause] of [
    [{ n: 'x' }, 'spec.n: Invalid value: 0: .spec.n accessor error: x is of the type string, expected int64'],
    [{ n: -1 }, 'spec.n: Invalid value: -1: should be a non-negative integer'],
    [{ n: 2147483648 }, 'spec.n: Invalid value: 2147483648: should be less than or equal to 2147483647'],
    [
      { selector: 1 },
      'spec.selector: Invalid value: "": .spec.selector accessor error: 1 is of the type int64, expected string',
    ],
  ] as const) {
    it(`ask for fields of the scale: ${cause}`, () =>
      rejected(pathOf('boats'), object('Boat', 'a', spec), `Boat.example.com "a" is invalid: ${cause}`))
  }

  it('ask for the replicas in the status', async () => {
    const { body: boat } = await client.post(pathOf('boats'), object('Boat', 'reported'))
    const response = await client.put(`${pathOf('boats', 'reported')}/status`, { ...boat, status: { n: -1 } })
    assert.equal(
      response.body.message,
      'Boat.example.com "reported" is invalid: status.n: Invalid value: -1: should be a non-negative integer',
    )
  })

  for (const [part, cause] of [
    [{ apiVersion: undefined }, 'spec.pod.apiVersion: Required value: must not be empty'],
    [{ kind: undefined }, 'spec.pod.kind: Required value: must not be empty'],
    [{ apiVersion: '' }, 'spec.pod.apiVersion: Invalid value: "": must not be empty'],
    [{ kind: '' }, 'spec.pod.kind: Invalid value: "": must not be empty'],
    [
      { apiVersion: 'a/b/c' },
      'spec.pod.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    ],
    [{ metadata: { name: 'a/b' } }, 'spec.pod.metadata.name: Invalid value: "a/b": may not contain \'/\''],
  ] as const) {
    it(`ask for whole embedded objects: ${cause}`, () =>
      rejected(
        pathOf('docks'),
        object('Dock', 'a', { pod: { ...POD, ...part } }),
        `Dock.example.com "a" is invalid: ${cause}`,
      ))
  }
})
