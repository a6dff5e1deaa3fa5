import { FieldErrors } from '#meta/field-errors.js'
import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValue,
  pathSegment,
  qualifiedName,
} from '#meta/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  notNegative,
  type RuleTable,
  required,
  tooLarge,
  tooLong,
  tooMany,
} from '#meta/rule-examples.fixture.js'
import { decoderOf } from '#schema/decode.js'
import { MAX_FINALIZERS } from './finalizer-rules.js'
import { MAX_MANAGER_LENGTH, MAX_SUBRESOURCE_LENGTH } from './manager-rules.js'
import { type MetadataRules, validateMetadata } from './metadata-rules.js'
import { MAX_OWNERS } from './owner-rules.js'

const decode = decoderOf(ObjectMeta)
const NAMESPACED: MetadataRules = { namespaced: true, nameFormat: dns1123Subdomain }
const CLUSTER_WIDE: MetadataRules = { namespaced: false, nameFormat: dns1035Label }

function validateBy(rules: MetadataRules, base: Body) {
  return (body: Body) => {
    const errors = new FieldErrors()
    validateMetadata(decode({ ...base, ...body }), rules, errors)
    return errors.all
  }
}

const owner = (part: Body) => ({
  apiVersion: 'extensions/v1beta1',
  kind: 'Deployment',
  name: 'o',
  uid: 'u',
  ...part,
})
const owners = (...parts: Body[]) => ({ ownerReferences: parts.map(owner) })
const pending = (...names: string[]) => ({ initializers: { pending: names.map((name) => ({ name })) } })
const managed = (part: Body) => ({
  managedFields: [{ operation: 'Update', fieldsType: 'FieldsV1', ...part }],
})
const LIMIT = 256 * 1024

export const metadataRules: RuleTable = {
  type: 'ObjectMeta',
  at: 'metadata',
  validate: validateBy(NAMESPACED, { name: 'web', namespace: 'test' }),
  examples: [
    invalid(
      'generateName',
      'must be able to begin a name; a dash may end it',
      dns1123Subdomain,
      { generateName: 'Web-' },
      { generateName: 'web-' },
    ),
    required(
      'name',
      'is required, or generateName in its place',
      'name or generateName is required',
      { name: '' },
      { name: 'w' },
    ),
    follows('name', dns1123Subdomain, { name: 'web_1' }, { name: 'web.1' }),
    given('namespace', { namespace: '' }, { namespace: 'n' }),
    follows('namespace', dns1123Label, { namespace: 'a.b' }, { namespace: 'a-b' }),
    follows('clusterName', dns1035Label, { clusterName: '1st' }, { clusterName: 'first' }),
    notNegative('generation', { generation: -1 }, { generation: 0 }),
    invalid(
      'labels',
      'keys must match the format',
      qualifiedName,
      { labels: { 'a b': '' } },
      { labels: { 'a.b/c': '' } },
    ),
    invalid(
      'labels',
      'values must match the format',
      labelValue,
      { labels: { a: 'b c' } },
      { labels: { a: 'b_c' } },
    ),
    invalid(
      'annotations',
      'keys, in lower case, must match the format',
      qualifiedName,
      { annotations: { 'a b': '' } },
      { annotations: { 'EXAMPLE.com/A': 'x y' } },
    ),
    tooLong(
      'annotations',
      LIMIT,
      { annotations: { a: 'x'.repeat(LIMIT) } },
      { annotations: { a: 'x'.repeat(LIMIT - 1) } },
    ),
    invalid(
      'ownerReferences.apiVersion',
      'must contain a version',
      'version must not be empty',
      owners({ apiVersion: 'a/b/c' }),
      owners({ apiVersion: 'v1' }),
    ),
    invalid(
      'ownerReferences.kind',
      'is required',
      'kind must not be empty',
      owners({ kind: '' }),
      owners({}),
    ),
    invalid(
      'ownerReferences.name',
      'is required',
      'name must not be empty',
      owners({ name: '' }),
      owners({}),
    ),
    invalid('ownerReferences.uid', 'is required', 'uid must not be empty', owners({ uid: '' }), owners({})),
    invalid(
      'ownerReferences',
      'an Event of the core group cannot be an owner',
      '/v1, Kind=Event is disallowed from being an owner',
      owners({ apiVersion: 'v1', kind: 'Event' }),
      owners({ apiVersion: 'events/v1', kind: 'Event' }),
    ),
    invalid(
      'ownerReferences',
      'only one may be the controller',
      'Only one reference can have Controller set to true. Found "true" in references for o and p',
      owners({ controller: true }, { name: 'p', controller: true }),
      owners({ controller: true }, { name: 'p', controller: false }),
    ),
    tooMany(
      'ownerReferences',
      MAX_OWNERS,
      owners(...Array.from({ length: MAX_OWNERS + 1 }, () => ({}))),
      owners(...Array.from({ length: MAX_OWNERS }, () => ({}))),
    ),
    given('initializers.pending[0].name', pending(''), pending('a.example.com')),
    invalid(
      'initializers.pending[0].name',
      'must match the format; all that is wrong is reported at once, with commas between',
      dns1123Subdomain,
      pending('A.example.com'),
      pending('a.example.com'),
    ),
    invalid(
      'initializers.pending[0].name',
      'must have three parts or more',
      'should be a domain with at least three segments separated by dots',
      pending('example.com'),
      pending('a.example.com'),
    ),
    invalid(
      'initializers.result.status',
      'must be Failure: there is no other result to wait for',
      "must be 'Failure'",
      { initializers: { result: { status: 'Success' } } },
      { initializers: { result: { status: 'Failure' } } },
    ),
    invalid(
      'finalizers',
      'entries must match the format',
      qualifiedName,
      { finalizers: ['a/b c'] },
      { finalizers: ['a/b'] },
    ),
    tooMany(
      'finalizers',
      MAX_FINALIZERS,
      { finalizers: Array.from({ length: MAX_FINALIZERS + 1 }, (_, index) => `example.com/${index}`) },
      { finalizers: Array.from({ length: MAX_FINALIZERS }, (_, index) => `example.com/${index}`) },
    ),
    invalid(
      'finalizers',
      'must not have both orphan and foregroundDeletion',
      'finalizer orphan and foregroundDeletion cannot be both set',
      { finalizers: ['orphan', 'foregroundDeletion'] },
      { finalizers: ['orphan', 'kubernetes'] },
    ),
    invalid(
      'finalizers[1]',
      'must contain a domain, or be kubernetes, orphan or foregroundDeletion',
      'name is neither a standard finalizer name nor is it fully qualified',
      { finalizers: ['orphan', 'mine'] },
      { finalizers: ['orphan', 'example.com/mine'] },
    ),
    invalid(
      'managedFields[0].operation',
      'must be Apply or Update',
      'must be `Apply` or `Update`',
      managed({ operation: '' }),
      managed({ operation: 'Apply' }),
    ),
    invalid(
      'managedFields[0].fieldsType',
      'must be FieldsV1, if it is given',
      'must be `FieldsV1`',
      managed({ fieldsType: 'FieldsV2' }),
      managed({ fieldsType: '' }),
    ),
    tooLarge(
      'managedFields[0].manager',
      MAX_MANAGER_LENGTH,
      managed({ manager: 'ä'.repeat(MAX_MANAGER_LENGTH / 2 + 1) }),
      managed({ manager: 'ä'.repeat(MAX_MANAGER_LENGTH / 2) }),
    ),
    invalid(
      'managedFields[0].manager',
      'must contain only printable characters',
      'invalid character U+00A0 (at position 2)',
      managed({ manager: 'ä\u00a0b' }),
      managed({ manager: 'ä b' }),
    ),
    tooLarge(
      'managedFields[0].subresource',
      MAX_SUBRESOURCE_LENGTH,
      managed({ subresource: 'x'.repeat(MAX_SUBRESOURCE_LENGTH + 1) }),
      managed({ subresource: 'x'.repeat(MAX_SUBRESOURCE_LENGTH) }),
    ),
  ],
}

export const clusterWideMetadataRules: RuleTable = {
  type: 'ObjectMeta of a cluster',
  at: 'metadata',
  validate: validateBy(CLUSTER_WIDE, { name: 'c' }),
  examples: [
    follows('name', dns1035Label, { name: 'a.b' }, { name: 'a-b' }),
    forbidden(
      'namespace',
      'must not be set',
      'not allowed on this type',
      { namespace: 'test' },
      { namespace: '' },
    ),
  ],
}

/** For kinds whose names may have any format: the formats above exclude these names. */
export const anyNameRules: RuleTable = {
  type: 'ObjectMeta of a kind with names of any form',
  at: 'metadata',
  validate: validateBy({ namespaced: true, nameFormat: () => [] }, { name: 'web', namespace: 'test' }),
  examples: [
    follows('generateName', pathSegment, { generateName: 'a%' }, { generateName: 'a b' }),
    follows('name', pathSegment, { name: '..' }, { name: '...' }),
  ],
}
