import { rulesOfObject, rulesOfStatus, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { dns1035Label, rfc1123Subdomain } from '#meta/formats.js'
import { fixed, follows, given, invalid, oneOf, required } from '#meta/rule-examples.fixture.js'
import { definition, named, names, SPEC, spec, VERSION, version } from './definition-objects.fixture.js'
import { customResourceDefinition } from './index.js'

const DEFAULTED = {
  openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', default: 'b' } } },
}
const WEBHOOK = {
  strategy: 'Webhook',
  webhook: { clientConfig: { url: 'https://a.example.com' }, conversionReviewVersions: ['v1'] },
}

export const definitionRules = rulesOfObject({
  type: 'CustomResourceDefinition',
  version: customResourceDefinition.storageVersion,
  at: 'spec',
  object: definition,
  examples: [
    invalid(
      'group',
      'must be a domain',
      'should be a domain with at least one dot',
      spec({ group: 'example' }),
      SPEC,
    ),
    given('scope', spec({ scope: '' }), SPEC),
    oneOf('scope', ['Cluster', 'Namespaced'], spec({ scope: 'Global' }), spec({ scope: 'Cluster' })),
    invalid('names.singular', 'must match the format', dns1035Label, names({ singular: 'Boat' }), SPEC),
    invalid('names.shortNames[0]', 'must match the format', dns1035Label, names({ shortNames: ['B'] }), SPEC),
    invalid(
      'names.categories[0]',
      'must match the format',
      dns1035Label,
      names({ categories: ['All'] }),
      SPEC,
    ),
    invalid(
      'names.listKind',
      'must not be the kind',
      'kind and listKind may not be the same',
      names({ listKind: 'Boat' }),
      names({ listKind: 'Boats' }),
    ),
    invalid(
      'versions',
      'must have different names',
      'must contain unique version names',
      spec({ versions: [VERSION, { ...VERSION, storage: false }] }),
      spec({ versions: [VERSION, { ...VERSION, name: 'v2', storage: false }] }),
    ),
    invalid(
      'versions',
      'must have one version that is stored',
      'must have exactly one version marked as storage version',
      spec({ versions: [VERSION, { ...VERSION, name: 'v2' }] }),
      SPEC,
    ),
    follows('versions[0].name', dns1035Label, version({ name: '1' }), version({ name: 'v2' })),
    invalid(
      'preserveUnknownFields',
      'must be false with defaults in a schema',
      'must be false in order to use defaults in the schema',
      spec({ preserveUnknownFields: true, ...version({ schema: DEFAULTED }) }),
      version({ schema: DEFAULTED }),
      ['preserveUnknownFields'],
    ),
    invalid(
      'conversion.strategy',
      'must be None to keep unknown fields',
      'must be None if spec.preserveUnknownFields is true',
      spec({ preserveUnknownFields: true, conversion: WEBHOOK }),
      spec({ conversion: WEBHOOK }),
      ['preserveUnknownFields'],
    ),
    invalid(
      'preserveUnknownFields',
      'must not be true',
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      spec({ preserveUnknownFields: true }),
      spec({ preserveUnknownFields: false }),
    ),
  ],
})

const COMMUNITY = { ...SPEC, group: 'boats.k8s.io' }
const APPROVED = 'api-approved.kubernetes.io'
const SEE = 'see https://github.com/kubernetes/enhancements/pull/1111'
const NEEDED = `protected groups must have approval annotation "${APPROVED}"`

export const definitionNameRules = rulesOfObject({
  type: 'CustomResourceDefinition',
  version: customResourceDefinition.storageVersion,
  at: 'metadata',
  object: (metadata) => ({
    metadata: { name: named(metadata.name === 'boats.k8s.io' ? SPEC : COMMUNITY), ...metadata },
    spec: 'annotations' in metadata ? COMMUNITY : SPEC,
  }),
  examples: [
    invalid(
      'name',
      'must be the plural and the group',
      'must be spec.names.plural+"."+spec.group',
      { name: 'boats' },
      { name: 'boats.example.com' },
    ),
    required(
      `annotations[${APPROVED}]`,
      'is required in groups of the community',
      `${NEEDED}, ${SEE}`,
      { annotations: {} },
      { annotations: { [APPROVED]: 'unapproved, a test' } },
    ),
    invalid(
      `annotations[${APPROVED}]`,
      'must be a URL, or begin with unapproved',
      `${NEEDED} with either a URL or a reason starting with "unapproved", ${SEE}`,
      { annotations: { [APPROVED]: 'yes' } },
      { annotations: { [APPROVED]: 'https://example.com/1' } },
    ),
  ],
})

export const definitionChangeRules = rulesOfUpdate({
  type: 'CustomResourceDefinition',
  version: customResourceDefinition.storageVersion,
  at: 'spec',
  before: definition(SPEC),
  object: (spec) => ({ metadata: { name: named(SPEC) }, spec }),
  examples: [
    fixed('scope', spec({ scope: 'Cluster' }), SPEC),
    fixed('names.kind', names({ kind: 'Ship' }), names({ shortNames: ['b'] })),
    fixed('group', spec({ group: 'other.example.com' }), SPEC),
    fixed('names.plural', names({ plural: 'ships' }), SPEC),
  ],
})

const renamed = (name: string) => spec({ versions: [{ ...VERSION, name }] })

/** Of a definition that is only created: an update would keep the stored versions. */
const OTHER_NAMES = { plural: 'ships', kind: 'Ship' }

export const wholeDefinitionRules = rulesOfObject({
  type: 'CustomResourceDefinition',
  version: customResourceDefinition.storageVersion,
  at: '',
  object: definition,
  examples: [
    given('spec.group', spec({ group: '' }), SPEC, ['metadata.name']),
    follows('spec.group', rfc1123Subdomain, spec({ group: 'A.example.com' }), SPEC, ['metadata.name']),
    given('spec.names.plural', names({ plural: '' }), SPEC, ['metadata.name']),
    given('spec.names.kind', names({ kind: '' }), SPEC, ['spec.names.singular', 'spec.names.listKind']),
    given('spec.names.singular', names({ kind: '' }), SPEC, ['spec.names.kind', 'spec.names.listKind']),
    given('spec.names.listKind', names({ kind: '' }), SPEC, ['spec.names.kind', 'spec.names.singular']),
    invalid(
      'status.storedVersions',
      'must not be empty',
      'must have at least one stored version',
      { ...version({ storage: false }), names: OTHER_NAMES },
      SPEC,
      ['spec.versions'],
    ),
  ],
})

export const storedVersionRules = rulesOfUpdate({
  type: 'CustomResourceDefinition',
  version: customResourceDefinition.storageVersion,
  at: 'status',
  before: definition(SPEC),
  object: (spec) => ({
    metadata: { name: named(SPEC) },
    spec,
    status: { storedVersions: ['v1'], acceptedNames: { plural: 'boats', kind: 'Boat' } },
  }),
  examples: [
    invalid(
      'storedVersions[0]',
      'must be a version of the definition',
      'missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
      renamed('v2'),
      renamed('v1'),
    ),
  ],
})

export const definitionStatusRules = rulesOfStatus({
  type: 'CustomResourceDefinition',
  version: customResourceDefinition.storageVersion,
  at: 'status.acceptedNames',
  before: definition(SPEC),
  object: (names) => ({ acceptedNames: { plural: 'boats', kind: 'Boat', ...names } }),
  examples: [
    invalid('singular', 'must match the format', dns1035Label, { singular: 'Boat' }, { singular: 'boat' }),
  ],
})
