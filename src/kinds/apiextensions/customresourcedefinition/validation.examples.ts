import { validateChange, validateNew } from '#kinds/example-objects.fixture.js'
import { dns1035Label } from '#meta/formats.js'
import {
  type Body,
  fixed,
  forbidden,
  given,
  invalid,
  oneOf,
  type RuleTable,
  required,
  tooMany,
  unique,
} from '#meta/rule-examples.fixture.js'
import { customResourceDefinition } from './index.js'

await customResourceDefinition.storageVersion.rules.load?.()

const NAMES = { plural: 'boats', kind: 'Boat' }
const FIELDS = { a: { type: 'string' }, n: { type: 'integer' }, o: { type: 'object' } }
const SCHEMA = {
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: FIELDS } } },
}
const VERSION = { name: 'v1', served: true, storage: true, schema: SCHEMA }
const SPEC = { group: 'example.com', scope: 'Namespaced', names: NAMES, versions: [VERSION] }

const spec = (more: Body): Body => ({ ...SPEC, ...more })
const names = (more: Body) => spec({ names: { ...NAMES, ...more } })
const version = (more: Body) => spec({ versions: [{ ...VERSION, ...more }] })
const column = (more: Body) =>
  version({ additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a', ...more }] })
const SCALE = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' }
const scale = (more: Body) => version({ subresources: { scale: { ...SCALE, ...more } } })
const selectable = (...paths: string[]) =>
  version({ selectableFields: paths.map((jsonPath) => ({ jsonPath })) })
const webhook = (clientConfig: Body | undefined, more: Body = { conversionReviewVersions: ['v1'] }) =>
  spec({ conversion: { strategy: 'Webhook', webhook: { clientConfig, ...more } } })
const HOOK = { url: 'https://hook.example.com/x' }
const FORM = '; desired format: https://host[/path]'
const COLUMN_TYPES = 'must be one of boolean,date,integer,number,string'

const named = ({ names = {}, group = '' }: Body) => `${(names as typeof NAMES).plural}.${group}`

const definition = (spec: Body, more: Body = {}) => ({ metadata: { name: named(spec), ...more }, spec })

export const definitionRules: RuleTable = {
  type: 'CustomResourceDefinition',
  at: 'spec',
  validate: (spec) => validateNew(customResourceDefinition.storageVersion, definition(spec)),
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
    required(
      'versions[0].schema.openAPIV3Schema',
      'is required',
      'schemas are required',
      version({ schema: undefined }),
      SPEC,
    ),
    invalid(
      'versions[0].deprecationWarning',
      'must be of a deprecated version',
      'can only be set for deprecated versions',
      version({ deprecationWarning: 'x' }),
      version({ deprecated: true, deprecationWarning: 'x' }),
    ),
    invalid(
      'versions[0].deprecationWarning',
      'must not be longer than 256 bytes',
      'must be <= 256 characters long',
      version({ deprecated: true, deprecationWarning: 'x'.repeat(257) }),
      version({ deprecated: true, deprecationWarning: 'x'.repeat(256) }),
    ),
    given('versions[0].additionalPrinterColumns[0].name', column({ name: '' }), column({})),
    required(
      'versions[0].additionalPrinterColumns[0].type',
      'is required',
      COLUMN_TYPES,
      column({ type: '' }),
      column({}),
    ),
    invalid(
      'versions[0].additionalPrinterColumns[0].type',
      'must be one of the supported values',
      COLUMN_TYPES,
      column({ type: 'text' }),
      column({ type: 'date' }),
    ),
    invalid(
      'versions[0].additionalPrinterColumns[0].format',
      'must be one of the supported values',
      'must be one of byte,date,date-time,double,float,int32,int64,password',
      column({ format: 'x' }),
      column({ format: 'int32' }),
    ),
    invalid(
      'versions[0].additionalPrinterColumns[0].jsonPath',
      'must begin with a dot',
      'must be a simple json path starting with .',
      column({ jsonPath: 'spec' }),
      column({}),
    ),
    given('versions[0].subresources.scale.specReplicasPath', scale({ specReplicasPath: '' }), scale({})),
    invalid(
      'versions[0].subresources.scale.specReplicasPath',
      'must lie below .spec',
      'should be a json path under .spec',
      scale({ specReplicasPath: '.status.n' }),
      scale({}),
    ),
    invalid(
      'versions[0].subresources.scale.labelSelectorPath',
      'must lie below .spec or .status',
      'should be a json path under either .spec or .status',
      scale({ labelSelectorPath: '.metadata.x' }),
      scale({ labelSelectorPath: '.status.x' }),
    ),
    given('versions[0].selectableFields[0].jsonPath', selectable(''), selectable('.spec.a')),
    invalid(
      'versions[0].selectableFields[0].jsonPath',
      'must be a string, an integer or a boolean',
      'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      selectable('.spec.o'),
      selectable('.spec.n'),
    ),
    unique(
      'versions[0].selectableFields[1].jsonPath',
      'must occur once',
      selectable('.spec.a', '.spec.a'),
      selectable('.spec.a', '.spec.n'),
    ),
    given('conversion.strategy', spec({ conversion: {} }), SPEC),
    oneOf('conversion.strategy', ['None', 'Webhook'], spec({ conversion: { strategy: 'Hook' } }), SPEC),
    ...(
      [
        ['clientConfig', HOOK],
        ['conversionReviewVersions', ['v1']],
      ] as const
    ).map(([field, value]) =>
      forbidden(
        `conversion.webhook.${field}`,
        'must not be set without the strategy Webhook',
        'should not be set when strategy is not set to Webhook',
        spec({ conversion: { strategy: 'None', webhook: { [field]: value } } }),
        spec({ conversion: { strategy: 'None', webhook: {} } }),
      ),
    ),
    required(
      'conversion.webhook.clientConfig',
      'is required',
      'required when strategy is set to Webhook',
      webhook(undefined),
      webhook(HOOK),
    ),
    required(
      'conversion.webhook.clientConfig',
      'must have a url or a service',
      'exactly one of url or service is required',
      webhook({ ...HOOK, service: { namespace: 'a', name: 'b' } }),
      webhook({ service: { namespace: 'a', name: 'b' } }),
    ),
    ...(
      [
        ['https', "'https' is the only allowed URL scheme", 'http://hook.example.com'],
        ['without a user', 'user information is not permitted in the URL', 'https://a@hook.example.com'],
        ['without a fragment', 'fragments are not permitted in the URL', 'https://hook.example.com#a'],
        ['without a query', 'query parameters are not permitted in the URL', 'https://hook.example.com?a=b'],
      ] as const
    ).map(([rule, detail, url]) =>
      invalid(
        'conversion.webhook.clientConfig.url',
        `must be ${rule}`,
        `${detail}${FORM}`,
        webhook({ url }),
        webhook(HOOK),
      ),
    ),
    given('conversion.webhook.conversionReviewVersions', webhook(HOOK, {}), webhook(HOOK)),
    invalid(
      'conversion.webhook.conversionReviewVersions',
      'must have a known version',
      'must include at least one of v1, v1beta1',
      webhook(HOOK, { conversionReviewVersions: ['v7'] }),
      webhook(HOOK, { conversionReviewVersions: ['v7', 'v1'] }),
    ),
    invalid(
      'preserveUnknownFields',
      'must not be true',
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      spec({ preserveUnknownFields: true }),
      spec({ preserveUnknownFields: false }),
    ),
    tooMany(
      'versions[0].selectableFields',
      8,
      version({
        schema: wide(9),
        selectableFields: Array.from({ length: 9 }, (_, index) => ({ jsonPath: `.f${index}` })),
      }),
      version({ schema: wide(9), selectableFields: [{ jsonPath: '.f1' }] }),
    ),
  ],
}

function wide(count: number): Body {
  const fields = Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'string' }])
  return { openAPIV3Schema: { type: 'object', properties: Object.fromEntries(fields) } }
}

const COMMUNITY = { ...SPEC, group: 'boats.k8s.io' }
const APPROVED = 'api-approved.kubernetes.io'
const SEE = 'see https://github.com/kubernetes/enhancements/pull/1111'
const NEEDED = `protected groups must have approval annotation "${APPROVED}"`

export const definitionNameRules: RuleTable = {
  type: 'CustomResourceDefinition',
  at: 'metadata',
  validate: (metadata) =>
    validateNew(customResourceDefinition.storageVersion, {
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
}

export const definitionChangeRules: RuleTable = {
  type: 'CustomResourceDefinition',
  on: 'change',
  at: 'spec',
  validate: (after) =>
    validateChange(customResourceDefinition.storageVersion, definition(SPEC), {
      metadata: { name: named(SPEC) },
      spec: after,
    }),
  examples: [
    fixed('scope', spec({ scope: 'Cluster' }), SPEC),
    fixed('names.kind', names({ kind: 'Ship' }), names({ shortNames: ['b'] })),
    fixed('group', spec({ group: 'other.example.com' }), SPEC),
    fixed('names.plural', names({ plural: 'ships' }), SPEC),
  ],
}
