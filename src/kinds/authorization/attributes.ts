import { LabelSelectorRequirement } from '#meta/label-selector.js'
import { explicit, type Infer, list, optional, required, string, struct } from '#schema/type.js'

/** The attributes of a request: an action on a resource or on a non-resource path. */

export const FieldSelectorRequirement = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement',
  'One requirement on a field: its path, an operator and values.',
  () => ({
    key: required(1, string, 'Path of the field.'),
    operator: required(2, string, 'Comparison to make: In, NotIn, Exists or DoesNotExist.'),
    values: optional(3, list(string), 'Values for In and NotIn; must be empty for the other operators.', {
      listType: 'atomic',
    }),
  }),
)
export interface FieldSelectorRequirement extends Infer<typeof FieldSelectorRequirement> {}

const RAW = 'Selector in query string form; not together with requirements.'
const REQUIREMENTS = 'Parsed selector; all requirements must hold.'

export const FieldSelectorAttributes = struct(
  'io.k8s.api.authorization.v1.FieldSelectorAttributes',
  'The field selector of a request.',
  () => ({
    rawSelector: optional(1, string, RAW),
    requirements: optional(2, list(FieldSelectorRequirement), REQUIREMENTS, { listType: 'atomic' }),
  }),
)
export interface FieldSelectorAttributes extends Infer<typeof FieldSelectorAttributes> {}

export const LabelSelectorAttributes = struct(
  'io.k8s.api.authorization.v1.LabelSelectorAttributes',
  'The label selector of a request.',
  () => ({
    rawSelector: optional(1, string, RAW),
    requirements: optional(2, list(LabelSelectorRequirement), REQUIREMENTS, { listType: 'atomic' }),
  }),
)
export interface LabelSelectorAttributes extends Infer<typeof LabelSelectorAttributes> {}

export const ResourceAttributes = struct(
  'io.k8s.api.authorization.v1.ResourceAttributes',
  'An action on a resource.',
  () => ({
    namespace: optional(
      1,
      string,
      'Namespace of the action; empty for all namespaces or a resource without one.',
    ),
    verb: optional(2, string, 'Verb, such as get or create; * for all.'),
    group: optional(3, string, 'Group of the resource; * for all.'),
    version: optional(4, string, 'Version of the resource; * for all.'),
    resource: optional(5, string, 'Plural name of the resource; * for all.'),
    subresource: optional(6, string, 'Name of the subresource; none when empty.'),
    name: optional(7, string, 'Name of the object; all objects when left out.'),
    fieldSelector: explicit(8, FieldSelectorAttributes, 'Field selector of the action.'),
    labelSelector: explicit(9, LabelSelectorAttributes, 'Label selector of the action.'),
  }),
)
export interface ResourceAttributes extends Infer<typeof ResourceAttributes> {}

export const NonResourceAttributes = struct(
  'io.k8s.api.authorization.v1.NonResourceAttributes',
  'An action on a non-resource path.',
  () => ({
    path: optional(1, string, 'Path of the request.'),
    verb: optional(2, string, 'Method of the request in lower case.'),
  }),
)
export interface NonResourceAttributes extends Infer<typeof NonResourceAttributes> {}
