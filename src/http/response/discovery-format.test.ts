import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aggregatedType, preferredAggregation } from './discovery-format.js'

const V2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const V2BETA1 = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList'

const examples: readonly (readonly [string, string | undefined, 'v2' | 'v2beta1' | undefined])[] = [
  ['no header asks for the plain list', undefined, undefined],
  ['plain JSON asks for the plain list', 'application/json', undefined],
  ['a wildcard asks for the plain list', '*/*', undefined],
  ['what current clients send', `${V2},${V2BETA1},application/json`, 'v2'],
  ['what clients sent before v2', `${V2BETA1},application/json`, 'v2beta1'],
  ['the aggregated form and nothing else', V2, 'v2'],
  ['the first of two versions wins', `${V2BETA1}, ${V2}`, 'v2beta1'],
  ['a higher q wins over an earlier place', `${V2};q=0.8, ${V2BETA1};q=0.9`, 'v2beta1'],
  ['plain JSON with a higher q wins', `${V2};q=0.5, application/json`, undefined],
  ['plain YAML with a higher q wins', `${V2};q=0.5, application/yaml`, undefined],
  ['plain JSON named first wins', `application/json, ${V2}`, undefined],
  ['a wildcard named first does not win', `*/*, ${V2}`, 'v2'],
  ['a wildcard with a higher q wins', `*/*, ${V2};q=0.9`, undefined],
  ['a type that is not served does not win', `text/html, ${V2};q=0.5`, 'v2'],
  ['q=0 rejects it', `${V2};q=0`, undefined],
  ['a version that is not known is passed over', `${V2.replace('v=v2', 'v=v3')},${V2BETA1}`, 'v2beta1'],
  ['another group is passed over', `${V2.replace('g=apidiscovery', 'g=other.apidiscovery')}`, undefined],
  ['another kind is passed over', `${V2.replace('as=', 'as=Other')}`, undefined],
  ['another format is passed over', `${V2.replace('json', 'yaml')}, ${V2BETA1}`, 'v2beta1'],
  [
    'the parameters may come in any order and with spaces',
    'application/json; as=APIGroupDiscoveryList; v=v2; g=apidiscovery.k8s.io',
    'v2',
  ],
  ['a header that makes no sense', ';;=,apidiscovery.k8s.io,;q=,=', undefined],
]

describe('the form of discovery that a client prefers', () => {
  for (const [name, header, version] of examples) {
    it(name, () => assert.equal(preferredAggregation(header), version))
  }

  it('has the media type that clients compare', () => {
    assert.equal(aggregatedType('v2'), V2)
    assert.equal(aggregatedType('v2beta1'), V2BETA1)
  })
})
