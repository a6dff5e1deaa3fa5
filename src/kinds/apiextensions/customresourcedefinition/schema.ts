import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  bytes,
  explicit,
  type Infer,
  int32,
  list,
  optional,
  required,
  string,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'
import type { JsonSchema } from '#structural/json-schema.js'
import { JSONSchemaProps } from './json-schema-props.js'

const name = (word: string) => `io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.${word}`

const ATOMIC = { listType: 'atomic' } as const

const DEFAULT_PORT = 443

export const ServiceReference = struct(name('ServiceReference'), 'Service in front of a webhook.', () => ({
  namespace: required(1, string, 'Namespace of the service.'),
  name: required(2, string, 'Name of the service.'),
  path: explicit(3, string, 'Path of the webhook.'),
  port: explicit(4, int32, 'Port of the service.', { default: DEFAULT_PORT }),
}))

export const WebhookClientConfig = struct(name('WebhookClientConfig'), 'How to reach a webhook.', () => ({
  service: explicit(1, ServiceReference, 'Service in front of the webhook; not together with url.'),
  caBundle: optional(2, bytes, "CA certificates, in PEM, that verify the webhook's certificate."),
  url: explicit(3, string, 'URL of the webhook; not together with service.'),
}))
export interface WebhookClientConfig extends Infer<typeof WebhookClientConfig> {}

export const WebhookConversion = struct(name('WebhookConversion'), 'Conversion by a webhook.', () => ({
  clientConfig: explicit(2, WebhookClientConfig, 'How to reach the webhook.'),
  conversionReviewVersions: required(
    3,
    list(string),
    'ConversionReview versions that the webhook supports, preferred first.',
    ATOMIC,
  ),
}))
export interface WebhookConversion extends Infer<typeof WebhookConversion> {}

export const CustomResourceConversion = struct(
  name('CustomResourceConversion'),
  'How objects are converted between versions.',
  () => ({
    strategy: required(1, string, 'None only changes apiVersion; Webhook calls a webhook.'),
    webhook: explicit(2, WebhookConversion, 'The webhook; required with strategy Webhook.'),
  }),
)
export interface CustomResourceConversion extends Infer<typeof CustomResourceConversion> {}

export const CustomResourceDefinitionNames = struct(
  name('CustomResourceDefinitionNames'),
  'Names of the kind.',
  () => ({
    plural: required(1, string, 'Plural name in URLs, in lower case.'),
    singular: optional(2, string, 'Singular name; the kind in lower case when left out.'),
    shortNames: optional(3, list(string), 'Short names for the command line.', ATOMIC),
    kind: required(4, string, 'Kind of an object, in CamelCase.'),
    listKind: optional(5, string, 'Kind of a list; the kind followed by `List` when left out.'),
    categories: optional(6, list(string), 'Groups of kinds that the kind joins, such as `all`.', ATOMIC),
  }),
)
export interface CustomResourceDefinitionNames extends Infer<typeof CustomResourceDefinitionNames> {}

export const CustomResourceColumnDefinition = struct(
  name('CustomResourceColumnDefinition'),
  'Column of the table that kubectl prints.',
  () => ({
    name: required(1, string, 'Heading of the column.'),
    type: required(2, string, 'Type of the cells: boolean, date, integer, number or string.'),
    format: optional(3, string, 'OpenAPI format of the cells.'),
    description: optional(4, string, 'What the column shows.'),
    priority: optional(5, int32, 'Columns with a priority above 0 appear only in wide output.'),
    jsonPath: required(6, string, 'JSONPath of the value in the object.'),
  }),
)
export interface CustomResourceColumnDefinition extends Infer<typeof CustomResourceColumnDefinition> {}

export const CustomResourceSubresourceScale = struct(
  name('CustomResourceSubresourceScale'),
  'Fields behind the scale subresource.',
  () => ({
    specReplicasPath: required(1, string, 'JSONPath of the wanted replicas, below .spec.'),
    statusReplicasPath: required(2, string, 'JSONPath of the observed replicas, below .status.'),
    labelSelectorPath: explicit(
      3,
      string,
      'JSONPath of the label selector as a string, below .spec or .status.',
    ),
  }),
)
export interface CustomResourceSubresourceScale extends Infer<typeof CustomResourceSubresourceScale> {}

export const CustomResourceSubresourceStatus = struct(
  name('CustomResourceSubresourceStatus'),
  'Enables the status subresource.',
  {},
)

export const CustomResourceSubresources = struct(
  name('CustomResourceSubresources'),
  'Subresources of the kind.',
  () => ({
    status: explicit(1, CustomResourceSubresourceStatus, 'Enables the status subresource.'),
    scale: explicit(2, CustomResourceSubresourceScale, 'Enables the scale subresource.'),
  }),
)

export const SelectableField = struct(name('SelectableField'), 'Field that field selectors can use.', () => ({
  jsonPath: required(1, string, 'JSONPath of the field in the object.'),
}))

export const CustomResourceValidation = struct(
  name('CustomResourceValidation'),
  'Schema of objects.',
  () => ({
    openAPIV3Schema: explicit(1, JSONSchemaProps, 'The schema.'),
  }),
)

export const CustomResourceDefinitionVersion = struct(
  name('CustomResourceDefinitionVersion'),
  'Version of a custom resource.',
  () => ({
    name: required(1, string, 'Name of the version, such as v1 or v2beta1.'),
    served: required(2, boolean, 'Whether the version is served.'),
    storage: required(3, boolean, 'Whether objects are stored in the version; true for exactly one version.'),
    deprecated: optional(7, boolean, 'True warns clients that use the version.'),
    deprecationWarning: explicit(8, string, 'Text of that warning; a default text when left out.'),
    schema: explicit(4, CustomResourceValidation, 'Schema of the objects in the version.'),
    subresources: explicit(5, CustomResourceSubresources, 'Subresources of the kind.'),
    additionalPrinterColumns: optional(
      6,
      list(CustomResourceColumnDefinition),
      'Columns of the table after the name; only the age when left out.',
      ATOMIC,
    ),
    selectableFields: optional(
      9,
      list(SelectableField),
      'Fields that field selectors of lists and watches can use.',
      ATOMIC,
    ),
  }),
)

/** A version as the rules and the custom resource server see it. */
export interface CustomResourceDefinitionVersion
  extends Omit<Infer<typeof CustomResourceDefinitionVersion>, 'schema'> {
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema | undefined } | undefined
}

export const CustomResourceDefinitionSpec = withCompletion(
  struct(name('CustomResourceDefinitionSpec'), 'How to serve a kind.', () => ({
    group: required(1, string, 'Group of the kind.'),
    names: required(3, CustomResourceDefinitionNames, 'Names of the kind.'),
    scope: required(4, string, 'Namespaced, or Cluster for objects without a namespace.'),
    versions: required(7, list(CustomResourceDefinitionVersion), 'Versions of the kind.', ATOMIC),
    conversion: explicit(
      9,
      CustomResourceConversion,
      'How objects are converted between versions; None when left out.',
    ),
    preserveUnknownFields: optional(
      10,
      boolean,
      'Deprecated, must be false: use x-kubernetes-preserve-unknown-fields in the schema.',
    ),
  })),
  (spec) => {
    const { names } = spec
    if (names.singular === undefined && names.kind !== '') names.singular = names.kind.toLowerCase()
    if (names.listKind === undefined && names.kind !== '') names.listKind = `${names.kind}List`
    spec.conversion ??= { strategy: 'None', webhook: undefined }
  },
)
export interface CustomResourceDefinitionSpec extends Infer<typeof CustomResourceDefinitionSpec> {}

export const CustomResourceDefinitionCondition = struct(
  name('CustomResourceDefinitionCondition'),
  'One condition of a definition.',
  () => ({
    type: required(1, string, 'Aspect described: NamesAccepted, Established, Terminating and others.'),
    status: required(2, string, 'True, False or Unknown.'),
    lastTransitionTime: optional(3, time, 'When the status last changed.'),
    reason: optional(4, string, 'Reason of the last change, as a CamelCase word.'),
    message: optional(5, string, 'Details of the last change, for people.'),
  }),
)
export interface CustomResourceDefinitionCondition extends Infer<typeof CustomResourceDefinitionCondition> {}

export const CustomResourceDefinitionStatus = struct(
  name('CustomResourceDefinitionStatus'),
  'Whether and how a kind is served.',
  () => ({
    conditions: optional(1, list(CustomResourceDefinitionCondition), 'Conditions, one per type.', {
      listType: 'map',
      listMapKeys: ['type'],
    }),
    acceptedNames: optional(2, CustomResourceDefinitionNames, 'Names under which the kind is served.'),
    storedVersions: optional(
      3,
      list(string),
      'Versions in which objects were ever stored; remove one once all its objects have been migrated.',
      ATOMIC,
    ),
  }),
)
export interface CustomResourceDefinitionStatus extends Infer<typeof CustomResourceDefinitionStatus> {}

export const CustomResourceDefinition = struct(
  name('CustomResourceDefinition'),
  'Defines a custom resource, which the server serves like a built-in kind.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data.'),
    spec: required(2, CustomResourceDefinitionSpec, 'How to serve the kind.'),
    status: optional(3, CustomResourceDefinitionStatus, 'Whether and how the kind is served.'),
  }),
)
export interface CustomResourceDefinition extends Infer<typeof CustomResourceDefinition> {}
