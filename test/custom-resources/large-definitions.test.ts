import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { onEveryEngine } from '../support/server.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const LIST = `${DEFINITIONS}?labelSelector=size%3Dlarge`

/** Repetitive content, which is stored compressed: the first fits into one block, the second does not. */
const LINES = { ones: 2000, twos: 9000, threes: 3000 }
const plurals = Object.keys(LINES) as (keyof typeof LINES)[]
const nameOf = (plural: string) => `${plural}.large.example.com`

const description = (plural: keyof typeof LINES) =>
  Array.from({ length: LINES[plural] }, (_, index) => `${plural} say ${index} and "é"`).join('\n')

const definition = (plural: keyof typeof LINES): Json => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: nameOf(plural), labels: { size: 'large' } },
  spec: {
    group: 'large.example.com',
    scope: 'Cluster',
    names: { plural, singular: plural.slice(0, -1), kind: plural.slice(0, -1).toUpperCase() },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', description: description(plural) } },
      },
    ],
  },
})

const descriptionIn = ({ spec }: Json) => spec.versions[0].schema.openAPIV3Schema.description

onEveryEngine('large definitions', (client) => {
  it('are the same in every response', async () => {
    for (const plural of plurals) {
      const { status, body } = await client.post(DEFINITIONS, definition(plural))
      assert.equal(status, 201)
      assert.equal(descriptionIn(body), description(plural))
    }
    // Alternating reads, so that each must be decompressed.
    for (const plural of [...plurals, ...plurals]) {
      const { body } = await client.get(`${DEFINITIONS}/${nameOf(plural)}`)
      assert.equal(descriptionIn(body), description(plural))
    }
    const { body: list } = await client.get(LIST)
    // The third list is served from one cached buffer.
    for (let turn = 0; turn < 3; turn++) assert.deepEqual((await client.get(LIST)).body, list)
    assert.deepEqual(
      Object.fromEntries(list.items.map((item: Json) => [item.metadata.name, descriptionIn(item)])),
      Object.fromEntries(plurals.map((plural) => [nameOf(plural), description(plural)])),
    )
    const metadata = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' }
    const { body: shown } = await client.send('GET', LIST, undefined, metadata)
    const shownNames = shown.items.map(({ metadata }: Json) => metadata.name)
    assert.deepEqual(shownNames, plurals.map(nameOf).sort())
  })

  it('are seen by watches before and after a change', async () => {
    const path = `${DEFINITIONS}/${nameOf('ones')}`
    const { body: before } = await client.get(path)
    const since = before.metadata.resourceVersion
    const patch = { metadata: { labels: { a: 'b' } } }
    const labelled = await client.send('PATCH', path, patch, MERGE)
    assert.equal(descriptionIn(labelled.body), description('ones'))
    const same = await client.send('PATCH', path, patch, MERGE)
    assert.equal(same.body.metadata.resourceVersion, labelled.body.metadata.resourceVersion)
    const name = encodeURIComponent(`metadata.name=${nameOf('ones')}`)
    const [modified] = await client.watch(
      `${DEFINITIONS}?watch=1&fieldSelector=${name}&resourceVersion=${since}`,
      1,
    )
    assert.equal(modified?.type, 'MODIFIED')
    assert.deepEqual(modified?.object, labelled.body)
  })
})
