import { NO_PODS, type OtherFact } from './other-fact.js'

const NEVER_500 = 'the mistake of a client is 400 or 422, with a text of its own'
const OWN_TOKEN = 'a token is signed with its query; its content is only for the server'
const METADATA_WARNINGS = 'test/api/write/metadata-warnings.test.ts'
const FIELD_VALIDATION = 'test/api/write/field-validation.test.ts'
const CUSTOM_FIELDS = 'test/custom-resources/field-validation.test.ts'
const REQUESTS = 'test/api/read/request-errors.test.ts'
const VERSIONS = 'test/api/read/list-versions.test.ts'
const CUSTOM_LIFE = 'test/custom-resources/life.test.ts'
const DELETION = 'test/custom-resources/deletion.test.ts'

/** Of the texts of errors. The first that fits counts. */
export const otherTexts: readonly OtherFact[] = [
  {
    section: 'texts: apiservice_conditions',
    where: 'Local',
    test: 'test/api/kinds/api-services.test.ts',
  },
  {
    section: 'texts: apiservice_conditions',
    test: 'test/aggregation/availability.test.ts',
  },
  { section: 'texts: apply_schema_errors', reason: NEVER_500 },
  { section: 'texts: patch', where: 'strategic merge', reason: NEVER_500 },
  { section: 'texts: continue_token', reason: OWN_TOKEN },
  { section: 'texts: resource_version_rules', where: 'watch', test: 'test/api/read/watch.test.ts' },
  { section: 'texts: resource_version_rules', test: VERSIONS },
  {
    section: 'texts: list_options',
    where: 'watch: sendInitialEvents while',
    reason: 'the feature is on here',
  },
  { section: 'texts: list_options', where: 'continue token', test: 'test/api/read/expiry.test.ts' },
  { section: 'texts: list_options', where: 'list at', test: 'test/api/read/expiry.test.ts' },
  { section: 'texts: list_options', where: 'watch from', test: 'test/api/read/expiry.test.ts' },
  { section: 'texts: label_selector', where: 'special', reason: 'each of these characters is an operator' },
  { section: 'texts: label_selector', test: 'src/selector/label-selector.test.ts' },
  { section: 'texts: field_validation_order', where: 'custom', test: CUSTOM_FIELDS },
  { section: 'texts: field_validation', test: FIELD_VALIDATION },
  { section: 'texts: options', where: 'dryRun on', reason: NO_PODS },
  { section: 'texts: options_notes', where: 'manager name', test: 'test/api/apply/owners.test.ts' },
  { section: 'texts: options_notes', test: 'test/api/write/delete.test.ts' },
  { section: 'texts: options', test: REQUESTS },
  { section: 'texts: metadata_update', test: 'src/registry/metadata/metadata-rules.examples.ts' },
  {
    section: 'texts: media_types',
    where: 'PartialObjectMetadata',
    reason: 'one text for all types that are not served',
  },
  { section: 'texts: media_types', where: 'Table', reason: 'every kind has a table' },
  { section: 'texts: media_type', test: 'test/api/encoding/formats.test.ts' },
  { section: 'texts: cel_limits', test: 'src/structural/rules/validate-rules.test.ts' },
  { section: 'texts: crd_conditions', where: 'Instance', test: DELETION },
  { section: 'texts: crd_conditions', where: 'NonStructural', reason: 'definitions of v1 are structural' },
  { section: 'texts: crd_conditions', where: 'Violations', reason: 'definitions of v1 are structural' },
  {
    section: 'texts: crd_conditions',
    where: 'StructuralError',
    reason: 'every valid schema can be compiled',
  },
  {
    section: 'texts: crd_conditions',
    where: 'Overlapping',
    reason: 'built-in kinds are not stored as custom resources',
  },
  { section: 'texts: crd_conditions', test: CUSTOM_LIFE },
  {
    section: 'texts: status_shapes',
    where: 'AlreadyExists after',
    reason: 'one name of 28 million is made; if it is taken, the object already exists',
  },
  {
    section: 'texts: status_shapes',
    where: 'ServerTimeout',
    reason: 'a write that cannot be done is 503, and retried by clients',
  },
  {
    section: 'texts: status_shapes',
    where: 'MethodNotAllowed',
    reason: 'one text for all methods that are not served',
  },
  { section: 'texts: status_shapes', where: 'RequestEntityTooLarge', test: 'test/api/limits.test.ts' },
  { section: 'texts: status_shapes', where: 'TooManyRequests', test: 'test/api/kinds/evictions.test.ts' },
  { section: 'texts: status_shapes', where: 'Expired', test: 'test/api/read/expiry.test.ts' },
  { section: 'texts: status_shapes', where: 'plain error', reason: NEVER_500 },
  { section: 'texts: status_shapes', test: REQUESTS },
  {
    section: 'texts: patch',
    where: 'Content-Type',
    reason: 'one text for all types, as Kubernetes has for unknown ones',
  },
  { section: 'texts: patch', where: 'JSON patch with', test: 'src/patch/json-patch-hostile.test.ts' },
  { section: 'texts: patch', where: 'fieldValidation', test: FIELD_VALIDATION },
  { section: 'texts: decode', where: 'custom resource', test: 'test/custom-resources/object-rules.test.ts' },
  { section: 'texts: decode', where: 'body larger', test: 'test/api/limits.test.ts' },
  { section: 'texts: decode', where: 'DeleteOptions', reason: NEVER_500 },
  { section: 'texts: decode', where: 'protobuf body', reason: NEVER_500 },
  { section: 'texts: names', where: 'uid differs', test: 'test/api/kinds/workloads.test.ts' },
  { section: 'texts: warning_headers', test: METADATA_WARNINGS },
  {
    section: 'texts: admission_refusals',
    where: 'webhook and dry run',
    reason: 'webhooks of v1 have no side effects in a dry run',
  },
  {
    section: 'texts: admission_refusals',
    where: 'webhook answer',
    test: 'test/admission/webhook-failures.test.ts',
  },
  {
    section: 'texts: admission_refusals',
    where: 'mutating',
    test: 'test/admission/mutating-webhooks.test.ts',
  },
  {
    section: 'texts: admission_refusals',
    where: 'policy',
    test: 'test/admission/validating-policies.test.ts',
  },
  { section: 'texts: cr_handler', where: 'verb', reason: 'one text for all methods that are not served' },
  { section: 'texts: cr_handler', where: 'scale', test: CUSTOM_LIFE },
  {
    section: 'texts: cr_schema_notes',
    where: 'known formats',
    test: 'src/meta/value-formats/value-formats.test.ts',
  },
  {
    section: 'texts: cr_schema_notes',
    where: 'ratcheting',
    test: 'src/structural/validation/ratcheting.test.ts',
  },
  {
    section: 'texts: cr_schema_notes',
    where: 'transition',
    test: 'src/structural/rules/validate-rules.test.ts',
  },
  { section: 'texts: cr_schema_notes', where: 'pruning', test: 'src/structural/prune.test.ts' },
  { section: 'texts: cr_schema', test: 'test/custom-resources/schema-errors.test.ts' },
  { section: 'texts: table_notes', test: 'src/custom-resources/columns.test.ts' },
  {
    section: 'texts: cel_admission',
    where: 'program',
    reason: 'every expression that compiles can be evaluated',
  },
]
