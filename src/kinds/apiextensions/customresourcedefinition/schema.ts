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

export const ServiceReference = struct(name('ServiceReference'), 'Service that a webhook is behind.', () => ({
  namespace: required(1, string, 'Namespace of the service.'),
  name: required(2, string, 'Name of the service.'),
  path: explicit(3, string, 'Path of the webhook.'),
  port: explicit(4, int32, 'Port of the service.', { default: DEFAULT_PORT }),
}))

export const WebhookClientConfig = struct(name('WebhookClientConfig'), 'How a webhook is reached.', () => ({
  service: explicit(1, ServiceReference, 'Service, where the webhook is behind one.'),
  caBundle: optional(2, bytes, 'Certificates, in PEM, of authorities that the webhook may be certified by.'),
  url: explicit(3, string, 'Address, where the webhook is behind no service.'),
}))
export interface WebhookClientConfig extends Infer<typeof WebhookClientConfig> {}

export const WebhookConversion = struct(name('WebhookConversion'), 'Conversion by a webhook.', () => ({
  clientConfig: explicit(2, WebhookClientConfig, 'How the webhook is reached.'),
  conversionReviewVersions: required(
    3,
    list(string),
    'Versions of ConversionReview that the webhook takes, the best first.',
    ATOMIC,
  ),
}))
export interface WebhookConversion extends Infer<typeof WebhookConversion> {}

export const CustomResourceConversion = struct(
  name('CustomResourceConversion'),
  'How objects of one version become those of another.',
  () => ({
    strategy: required(1, string, 'None where versions have the same fields, or Webhook.'),
    webhook: explicit(2, WebhookConversion, 'The webhook, where there is one.'),
  }),
)
export interface CustomResourceConversion extends Infer<typeof CustomResourceConversion> {}

export const CustomResourceDefinitionNames = struct(
  name('CustomResourceDefinitionNames'),
  'What objects of the kind are called.',
  () => ({
    plural: required(1, string, 'Name in paths, in lower case.'),
    singular: optional(2, string, 'Name of one object; the kind in lower case unless given.'),
    shortNames: optional(3, list(string), 'Names that are quick to type.', ATOMIC),
    kind: required(4, string, 'Name of the type, in CamelCase.'),
    listKind: optional(5, string, 'Name of the type of lists; the kind and `List` unless given.'),
    categories: optional(6, list(string), 'Names that stand for several kinds, such as `all`.', ATOMIC),
  }),
)
export interface CustomResourceDefinitionNames extends Infer<typeof CustomResourceDefinitionNames> {}

export const CustomResourceColumnDefinition = struct(
  name('CustomResourceColumnDefinition'),
  'Column of the table that users look at.',
  () => ({
    name: required(1, string, 'Heading of the column.'),
    type: required(2, string, 'Type of the cells: boolean, date, integer, number or string.'),
    format: optional(3, string, 'Form of the cells, as OpenAPI names it.'),
    description: optional(4, string, 'What the column shows.'),
    priority: optional(5, int32, 'Columns of more than 0 are shown only to those who ask for more.'),
    jsonPath: required(6, string, 'Path of what is shown, from the object on.'),
  }),
)
export interface CustomResourceColumnDefinition extends Infer<typeof CustomResourceColumnDefinition> {}

export const CustomResourceSubresourceScale = struct(
  name('CustomResourceSubresourceScale'),
  'Where the replicas of an object stand.',
  () => ({
    specReplicasPath: required(1, string, 'Path of the wanted number, below .spec.'),
    statusReplicasPath: required(2, string, 'Path of the observed number, below .status.'),
    labelSelectorPath: explicit(3, string, 'Path of the selector as text, below .spec or .status.'),
  }),
)
export interface CustomResourceSubresourceScale extends Infer<typeof CustomResourceSubresourceScale> {}

export const CustomResourceSubresourceStatus = struct(
  name('CustomResourceSubresourceStatus'),
  'The status has a path of its own.',
  {},
)

export const CustomResourceSubresources = struct(
  name('CustomResourceSubresources'),
  'Paths of objects besides their own.',
  () => ({
    status: explicit(1, CustomResourceSubresourceStatus, 'Given where the status has a path of its own.'),
    scale: explicit(2, CustomResourceSubresourceScale, 'Given where objects can be scaled.'),
  }),
)

export const SelectableField = struct(
  name('SelectableField'),
  'Field that lists can be selected by.',
  () => ({
    jsonPath: required(1, string, 'Path of the field, from the object on.'),
  }),
)

export const CustomResourceValidation = struct(
  name('CustomResourceValidation'),
  'Schema of objects.',
  () => ({
    openAPIV3Schema: explicit(1, JSONSchemaProps, 'The schema.'),
  }),
)

export const CustomResourceDefinitionVersion = struct(
  name('CustomResourceDefinitionVersion'),
  'Version of a defined kind.',
  () => ({
    name: required(1, string, 'Name of the version, such as v1 or v2beta1.'),
    served: required(2, boolean, 'Whether the version is served.'),
    storage: required(3, boolean, 'Whether objects are stored in the version; true of exactly one.'),
    deprecated: optional(7, boolean, 'Whether clients are warned when they use the version.'),
    deprecationWarning: explicit(8, string, 'What they are told, where the usual words will not do.'),
    schema: explicit(4, CustomResourceValidation, 'Schema of the objects in the version.'),
    subresources: explicit(5, CustomResourceSubresources, 'Paths of objects besides their own.'),
    additionalPrinterColumns: optional(
      6,
      list(CustomResourceColumnDefinition),
      'Columns of the table that users look at, behind the name; the age unless given.',
      ATOMIC,
    ),
    selectableFields: optional(
      9,
      list(SelectableField),
      'Fields that lists and watches can be selected by.',
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
  struct(name('CustomResourceDefinitionSpec'), 'How a kind is served.', () => ({
    group: required(1, string, 'Group of the kind.'),
    names: required(3, CustomResourceDefinitionNames, 'What objects of the kind are called.'),
    scope: required(4, string, 'Namespaced, or Cluster for objects without a namespace.'),
    versions: required(7, list(CustomResourceDefinitionVersion), 'Versions of the kind.', ATOMIC),
    conversion: explicit(
      9,
      CustomResourceConversion,
      'How objects of one version become those of another; None unless given.',
    ),
    preserveUnknownFields: optional(
      10,
      boolean,
      'No longer to be set: schemas say which unknown members are kept.',
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
  'One finding about a definition.',
  () => ({
    type: required(1, string, 'Aspect described: NamesAccepted, Established, Terminating and others.'),
    status: required(2, string, 'True, False or Unknown.'),
    lastTransitionTime: optional(3, time, 'When the status last changed.'),
    reason: optional(4, string, 'CamelCase word for the cause of the last change.'),
    message: optional(5, string, 'Readable text about the last change.'),
  }),
)
export interface CustomResourceDefinitionCondition extends Infer<typeof CustomResourceDefinitionCondition> {}

export const CustomResourceDefinitionStatus = struct(
  name('CustomResourceDefinitionStatus'),
  'Whether and how a kind is served.',
  () => ({
    conditions: optional(1, list(CustomResourceDefinitionCondition), 'Findings, one per type.', {
      listType: 'map',
      listMapKeys: ['type'],
    }),
    acceptedNames: optional(2, CustomResourceDefinitionNames, 'Names that the kind has.'),
    storedVersions: optional(
      3,
      list(string),
      'Versions in which objects were ever stored; to be removed once none is stored in them.',
      ATOMIC,
    ),
  }),
)
export interface CustomResourceDefinitionStatus extends Infer<typeof CustomResourceDefinitionStatus> {}

export const CustomResourceDefinition = struct(
  name('CustomResourceDefinition'),
  'Kind that a client defines, whose objects the server serves like those of built-in kinds.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data.'),
    spec: required(2, CustomResourceDefinitionSpec, 'How the kind is served.'),
    status: optional(3, CustomResourceDefinitionStatus, 'Whether and how the kind is served.'),
  }),
)
export interface CustomResourceDefinition extends Infer<typeof CustomResourceDefinition> {}
