// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { ObjectMeta } from './meta-v1.js'

/** Column of the table that kubectl prints. */
export interface CustomResourceColumnDefinition {
  /** Heading of the column. */
  name: string
  /** Type of the cells: boolean, date, integer, number or string. */
  type: string
  /** OpenAPI format of the cells. */
  format?: string
  /** What the column shows. */
  description?: string
  /** Columns with a priority above 0 appear only in wide output. */
  priority?: number
  /** JSONPath of the value in the object. */
  jsonPath: string
}

/** How objects are converted between versions. */
export interface CustomResourceConversion {
  /** None only changes apiVersion; Webhook calls a webhook. */
  strategy: string
  /** The webhook; required with strategy Webhook. */
  webhook?: WebhookConversion
}

/** Defines a custom resource, which the server serves like a built-in kind. */
export interface CustomResourceDefinition {
  kind: 'CustomResourceDefinition'
  apiVersion: 'apiextensions.k8s.io/v1'
  /** Name, labels and other standard data. */
  metadata: ObjectMeta
  /** How to serve the kind. */
  spec: CustomResourceDefinitionSpec
  /** Whether and how the kind is served. */
  status: CustomResourceDefinitionStatus
}

/** One condition of a definition. */
export interface CustomResourceDefinitionCondition {
  /** Aspect described: NamesAccepted, Established, Terminating and others. */
  type: string
  /** True, False or Unknown. */
  status: string
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as a CamelCase word. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** Names of the kind. */
export interface CustomResourceDefinitionNames {
  /** Plural name in URLs, in lower case. */
  plural: string
  /** Singular name; the kind in lower case when left out. */
  singular?: string
  /** Short names for the command line. */
  shortNames?: string[]
  /** Kind of an object, in CamelCase. */
  kind: string
  /** Kind of a list; the kind followed by `List` when left out. */
  listKind?: string
  /** Groups of kinds that the kind joins, such as `all`. */
  categories?: string[]
}

/** How to serve a kind. */
export interface CustomResourceDefinitionSpec {
  /** Group of the kind. */
  group: string
  /** Names of the kind. */
  names: CustomResourceDefinitionNames
  /** Namespaced, or Cluster for objects without a namespace. */
  scope: string
  /** Versions of the kind. */
  versions: CustomResourceDefinitionVersion[]
  /** How objects are converted between versions; None when left out. */
  conversion?: CustomResourceConversion
  /** Deprecated, must be false: use x-kubernetes-preserve-unknown-fields in the schema. */
  preserveUnknownFields?: boolean
}

/** Whether and how a kind is served. */
export interface CustomResourceDefinitionStatus {
  /** Conditions, one per type. */
  conditions?: CustomResourceDefinitionCondition[]
  /** Names under which the kind is served. */
  acceptedNames: CustomResourceDefinitionNames
  /** Versions in which objects were ever stored; remove one once all its objects have been migrated. */
  storedVersions?: string[]
}

/** Version of a custom resource. */
export interface CustomResourceDefinitionVersion {
  /** Name of the version, such as v1 or v2beta1. */
  name: string
  /** Whether the version is served. */
  served: boolean
  /** Whether objects are stored in the version; true for exactly one version. */
  storage: boolean
  /** True warns clients that use the version. */
  deprecated?: boolean
  /** Text of that warning; a default text when left out. */
  deprecationWarning?: string
  /** Schema of the objects in the version. */
  schema?: CustomResourceValidation
  /** Subresources of the kind. */
  subresources?: CustomResourceSubresources
  /** Columns of the table after the name; only the age when left out. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[]
  /** Fields that field selectors of lists and watches can use. */
  selectableFields?: SelectableField[]
}

/** Fields behind the scale subresource. */
export interface CustomResourceSubresourceScale {
  /** JSONPath of the wanted replicas, below .spec. */
  specReplicasPath: string
  /** JSONPath of the observed replicas, below .status. */
  statusReplicasPath: string
  /** JSONPath of the label selector as a string, below .spec or .status. */
  labelSelectorPath?: string
}

/** Enables the status subresource. */
export type CustomResourceSubresourceStatus = Record<string, never>

/** Subresources of the kind. */
export interface CustomResourceSubresources {
  /** Enables the status subresource. */
  status?: CustomResourceSubresourceStatus
  /** Enables the scale subresource. */
  scale?: CustomResourceSubresourceScale
}

/** Schema of objects. */
export interface CustomResourceValidation {
  /** The schema. */
  openAPIV3Schema?: JSONSchemaProps
}

/** Link to more documentation. */
export interface ExternalDocumentation {
  /** What the link leads to. */
  description?: string
  /** URL of the document. */
  url?: string
}

/** Schema of a value, in the subset of JSON Schema that OpenAPI 3 uses. */
export interface JSONSchemaProps {
  /** Not used. */
  id?: string
  /** Not used. */
  $schema?: string
  /** Not supported: schemas do not refer to others. */
  $ref?: string
  /** What the value is for. */
  description?: string
  /** Type of the value: object, array, string, integer, number or boolean. */
  type?: string
  /** Format of a string, such as date-time. */
  format?: string
  /** Short description. */
  title?: string
  /** Default for an absent value. */
  default?: unknown
  /** Maximum of a number. */
  maximum?: number
  /** True excludes the maximum itself. */
  exclusiveMaximum?: boolean
  /** Minimum of a number. */
  minimum?: number
  /** True excludes the minimum itself. */
  exclusiveMinimum?: boolean
  /** Maximum length of a string, in characters. */
  maxLength?: number
  /** Minimum length of a string, in characters. */
  minLength?: number
  /** Regular expression that a string must match. */
  pattern?: string
  /** Maximum length of a list. */
  maxItems?: number
  /** Minimum length of a list. */
  minItems?: number
  /** Not supported: use x-kubernetes-list-type. */
  uniqueItems?: boolean
  /** A number must be a multiple of this one. */
  multipleOf?: number
  /** Allowed values. */
  enum?: unknown[]
  /** Maximum number of properties of an object. */
  maxProperties?: number
  /** Minimum number of properties of an object. */
  minProperties?: number
  /** Properties that an object must have. */
  required?: string[]
  /** Schema of the items of a list. */
  items?: unknown
  /** Schemas that must all match. */
  allOf?: JSONSchemaProps[]
  /** Schemas of which exactly one must match. */
  oneOf?: JSONSchemaProps[]
  /** Schemas of which at least one must match. */
  anyOf?: JSONSchemaProps[]
  /** Schema that must not match. */
  not?: JSONSchemaProps
  /** Schemas of the properties of an object, by name. */
  properties?: Record<string, JSONSchemaProps>
  /** Schema of properties that are not in properties. */
  additionalProperties?: unknown
  /** Not supported. */
  patternProperties?: Record<string, JSONSchemaProps>
  /** Not supported. */
  dependencies?: Record<string, unknown>
  /** Not supported. */
  additionalItems?: unknown
  /** Not supported. */
  definitions?: Record<string, JSONSchemaProps>
  /** Link to more documentation. */
  externalDocs?: ExternalDocumentation
  /** Example of a value. */
  example?: unknown
  /** Whether the value may be null. */
  nullable?: boolean
  /** True keeps fields that the schema does not name. */
  'x-kubernetes-preserve-unknown-fields'?: boolean
  /** True for a whole Kubernetes object, with apiVersion, kind and metadata. */
  'x-kubernetes-embedded-resource'?: boolean
  /** True allows both an integer and a string. */
  'x-kubernetes-int-or-string'?: boolean
  /** Fields that identify an item of a list of type map. */
  'x-kubernetes-list-map-keys'?: string[]
  /** Whether a list is atomic, a set or a map. */
  'x-kubernetes-list-type'?: string
  /** Whether an object is granular or atomic. */
  'x-kubernetes-map-type'?: string
  /** CEL rules for the value. */
  'x-kubernetes-validations'?: ValidationRule[]
}

/** Field that field selectors can use. */
export interface SelectableField {
  /** JSONPath of the field in the object. */
  jsonPath: string
}

/** Service in front of a webhook. */
export interface ServiceReference {
  /** Namespace of the service. */
  namespace: string
  /** Name of the service. */
  name: string
  /** Path of the webhook. */
  path?: string
  /** Port of the service. */
  port?: number
}

/** CEL rule that a value must satisfy. */
export interface ValidationRule {
  /** CEL expression; `self` is the value that the schema describes. */
  rule: string
  /** Message when a value breaks the rule. */
  message?: string
  /** CEL expression that yields the message. */
  messageExpression?: string
  /** Reason of the error when a value breaks the rule. */
  reason?: string
  /** Path of the field that the error names, relative to the value. */
  fieldPath?: string
  /** True evaluates a transition rule for new values too; `oldSelf` is optional then. */
  optionalOldSelf?: boolean
}

/** How to reach a webhook. */
export interface WebhookClientConfig {
  /** Service in front of the webhook; not together with url. */
  service?: ServiceReference
  /** CA certificates, in PEM, that verify the webhook's certificate. */
  caBundle?: string
  /** URL of the webhook; not together with service. */
  url?: string
}

/** Conversion by a webhook. */
export interface WebhookConversion {
  /** How to reach the webhook. */
  clientConfig?: WebhookClientConfig
  /** ConversionReview versions that the webhook supports, preferred first. */
  conversionReviewVersions: string[]
}
