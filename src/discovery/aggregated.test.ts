import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiObject } from '#meta/object-meta.js'
import { builtInKind, LEGACY_CONVENTIONS, statusOf } from '#registry/kind.js'
import { decoderOf } from '#schema/decode.js'
import { struct } from '#schema/type.js'
import { aggregatedDiscovery, aggregatedResource } from './aggregated.js'
import { APIGroupDiscoveryList, type DiscoveryVersion } from './aggregated-types.js'
import type { ListedResource } from './listed-resource.js'

const Empty = struct('test.Empty', 'A kind with nothing in it.', {})

const kind = (group: string, version: string, plural: string) =>
  builtInKind({
    plural,
    singular: plural.slice(0, -1),
    kind: plural.toUpperCase(),
    namespaced: plural !== 'globes',
    storageVersion: { group, version, conventions: LEGACY_CONVENTIONS, subresources: [], schema: Empty },
  }).storageVersion

const aggregated = (kinds: readonly ListedResource[], version: DiscoveryVersion) =>
  aggregatedDiscovery(kinds.map(aggregatedResource(kinds)), version)

describe('aggregated discovery', () => {
  it('lists groups and versions in the order of the kinds, and resources by name', () => {
    const kinds = [
      kind('shapes', 'v2', 'squares'),
      kind('maps', 'v1', 'globes'),
      kind('shapes', 'v1', 'squares'),
      kind('shapes', 'v2', 'circles'),
    ]
    const { items } = aggregated(kinds, 'v2')
    assert.deepEqual(
      items?.map(({ metadata, versions }) => [
        metadata.name,
        versions?.map(({ version, resources }) => [version, resources?.map(({ resource }) => resource)]),
      ]),
      [
        [
          'shapes',
          [
            ['v2', ['circles', 'squares']],
            ['v1', ['squares']],
          ],
        ],
        ['maps', [['v1', ['globes']]]],
      ],
    )
  })

  it('describes a resource as far as a client has to know it, and leaves out what is empty', () => {
    const { items } = aggregated([kind('maps', 'v1', 'globes')], 'v2')
    assert.deepEqual(JSON.parse(JSON.stringify(items)), [
      {
        metadata: { name: 'maps', creationTimestamp: null },
        versions: [
          {
            version: 'v1',
            resources: [
              {
                resource: 'globes',
                responseKind: { group: '', version: '', kind: 'GLOBES' },
                scope: 'Cluster',
                singularResource: 'globe',
                verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
              },
            ],
            freshness: 'Current',
          },
        ],
      },
    ])
  })

  it('names the kind that goes through a subresource, in its own group if it has one', () => {
    const definition = {
      ...kind('shapes', 'v1', 'squares'),
      shortNames: ['sq'],
      categories: ['all'],
      subresources: [
        statusOf('Square'),
        { ...statusOf('Scale'), name: 'scale', groupVersion: { group: 'scaling', version: 'v3' } },
      ],
    }
    const resource = aggregated([definition], 'v2').items?.[0]?.versions?.[0]?.resources?.[0]
    assert.equal(resource?.scope, 'Namespaced')
    assert.deepEqual(resource?.shortNames, ['sq'])
    assert.deepEqual(resource?.categories, ['all'])
    assert.deepEqual(resource?.subresources, [
      {
        subresource: 'scale',
        responseKind: { group: 'scaling', version: 'v3', kind: 'Scale' },
        verbs: ['get', 'patch', 'update'],
      },
      {
        subresource: 'status',
        responseKind: { group: '', version: '', kind: 'Square' },
        verbs: ['get', 'patch', 'update'],
      },
    ])
  })

  it('has short names and categories of a kind in its first group, in every version of that', () => {
    const version = (group: string, name: string) => ({
      group,
      version: name,
      conventions: LEGACY_CONVENTIONS,
      subresources: [],
      schema: Empty,
    })
    const same = { toStored: (object: ApiObject) => object, fromStored: (object: ApiObject) => object }
    const { versions } = builtInKind({
      plural: 'squares',
      singular: 'square',
      kind: 'Square',
      shortNames: ['sq'],
      categories: ['all'],
      namespaced: true,
      storageVersion: version('shapes', 'v2'),
      otherVersions: [
        { ...version('figures', 'v1'), conversion: same },
        { ...version('shapes', 'v1'), conversion: same },
      ],
    })
    assert.deepEqual(
      aggregated(versions, 'v2').items?.map(({ metadata, versions }) => [
        metadata.name,
        versions?.map(({ resources }) => [resources?.[0]?.shortNames, resources?.[0]?.categories]),
      ]),
      [
        [
          'shapes',
          [
            [['sq'], ['all']],
            [['sq'], ['all']],
          ],
        ],
        ['figures', [[undefined, undefined]]],
      ],
    )
  })

  it('is an empty list without kinds', () => {
    assert.deepEqual(aggregated([], 'v2beta1'), {
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2beta1',
      metadata: {},
      items: [],
    })
  })

  it('follows its description', () => {
    const document = aggregated([kind('shapes', 'v1', 'squares'), kind('maps', 'v1', 'globes')], 'v2')
    const written = JSON.stringify(document)
    assert.equal(JSON.stringify(decoderOf(APIGroupDiscoveryList)(JSON.parse(written))), written)
  })
})
