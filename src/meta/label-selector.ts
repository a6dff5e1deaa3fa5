import { type Infer, list, map, optional, required, string, struct } from '#schema/type.js'

export const LabelSelectorRequirement = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement',
  'One label requirement: a key, an operator and values.',
  {
    key: required(1, string, 'Label key that the requirement looks at.'),
    operator: required(2, string, 'Comparison to make: In, NotIn, Exists or DoesNotExist.'),
    values: optional(3, list(string), 'Values for In and NotIn; must be empty for the other operators.', {
      listType: 'atomic',
    }),
  },
)
export interface LabelSelectorRequirement extends Infer<typeof LabelSelectorRequirement> {}

export const LabelSelector = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector',
  'Condition on labels; all parts must hold, and an empty selector matches every object.',
  {
    matchLabels: optional(1, map(string), 'Labels that must be present with exactly the given values.'),
    matchExpressions: optional(
      2,
      list(LabelSelectorRequirement),
      'Further label requirements with operators, all of which must hold.',
      { listType: 'atomic' },
    ),
  },
  { mapType: 'atomic' },
)
export interface LabelSelector extends Infer<typeof LabelSelector> {}
