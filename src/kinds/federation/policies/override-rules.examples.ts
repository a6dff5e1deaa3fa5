import { validateNew } from '#kinds/example-objects.fixture.js'
import { overridePolicy } from '#kinds/federation/overridepolicy/index.js'
import { dns1035Label, dns1123Label, qualifiedName } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  oneOf,
  type RuleTable,
  required,
} from '#meta/rule-examples.fixture.js'

const resourceSelectors = [{ apiVersion: 'apps/v1', kind: 'Deployment' }]
const override = (...overrides: Body[]) => ({ resourceSelectors, overrides })
const PAUSE = { op: 'replace', path: '/spec/paused', value: true }
const patch = (part: Body) => override({ jsonPatches: [{ ...PAUSE, ...part }] })

export const overridePolicyRules: RuleTable = {
  type: 'OverridePolicy',
  at: 'spec',
  validate: (spec) => validateNew(overridePolicy.storageVersion, { spec }),
  examples: [
    required('overrides', 'is required', 'must change something', override(), patch({})),
    required('overrides[0]', 'must change something', 'must change something', override({}), patch({})),
    follows(
      'overrides[0].target.clusterNames[0]',
      dns1035Label,
      override({ target: { clusterNames: ['M1'] }, imageRegistry: 'a' }),
      override({ target: { clusterNames: ['m1'] }, imageRegistry: 'a' }),
    ),
    invalid(
      'overrides[0].imageRegistry',
      'must be a registry: a host, and a port and a path if needed',
      'must be a registry, such as registry.example.com:5000/mirror',
      override({ imageRegistry: 'https://registry.example.com' }),
      override({ imageRegistry: 'registry.example.com:5000/mirror' }),
    ),
    follows(
      'overrides[0].labels',
      qualifiedName,
      override({ labels: { 'a b': 'c' } }),
      override({ labels: { a: 'c' } }),
    ),
    forbidden(
      'overrides[0].annotations[federation.binnacle.dev/owned-by]',
      'must not be a label or annotation of the federation',
      'the federation sets it on copies',
      override({ annotations: { 'federation.binnacle.dev/owned-by': 'x' } }),
      override({ annotations: { 'example.com/owned-by': 'x' } }),
    ),
    follows(
      'overrides[0].command[0].containerName',
      dns1123Label,
      override({ command: [{ containerName: 'A B', values: [] }] }),
      override({ command: [{ containerName: 'main', values: [] }] }),
    ),
    oneOf(
      'overrides[0].jsonPatches[0].op',
      ['add', 'copy', 'move', 'remove', 'replace', 'test'],
      patch({ op: 'set' }),
      patch({ op: 'add' }),
    ),
    given('overrides[0].jsonPatches[0].path', patch({ path: '' }), patch({})),
    invalid(
      'overrides[0].jsonPatches[0].path',
      'must be a JSON pointer',
      'must be a JSON pointer, such as /spec/paused',
      patch({ path: 'spec.paused' }),
      patch({ path: '/spec/a~1b' }),
    ),
    invalid(
      'overrides[0].jsonPatches[0].path',
      'must not change identity or status',
      'must be the same in all clusters',
      patch({ path: '/metadata/name' }),
      patch({ path: '/metadata/labels/a' }),
    ),
    given(
      'overrides[0].jsonPatches[0].from',
      patch({ op: 'copy' }),
      patch({ op: 'copy', from: '/spec/replicas' }),
    ),
    forbidden(
      'overrides[0].jsonPatches[0].from',
      'must only be given for move and copy',
      'may only be given for move and copy',
      patch({ from: '/spec/replicas' }),
      patch({}),
    ),
    required(
      'overrides[0].jsonPatches[0].value',
      'is required for add, replace and test',
      'must be given for replace',
      override({ jsonPatches: [{ op: 'replace', path: '/spec/paused' }] }),
      override({ jsonPatches: [{ op: 'remove', path: '/spec/paused' }] }),
    ),
  ],
}
