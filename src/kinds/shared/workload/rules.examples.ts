import { template, validateNew, workload } from '#kinds/example-objects.fixture.js'
import type { ApiObject } from '#meta/object-meta.js'
import { type Body, forbidden, given, invalid, oneOf, type RuleExample } from '#meta/rule-examples.fixture.js'
import type { ServedVersion } from '#registry/kind.js'

/** At `spec`, for the kinds that run pods. */
export const validateSpecOf =
  <O extends ApiObject>(definition: ServedVersion<O>) =>
  (spec: { readonly [member: string]: unknown }) =>
    validateNew(definition, workload(spec))

/** The same for versions that take no selector from the template. */
export const selectingWorkload = (spec: Body = {}) => workload({ ...selecting({ app: 'web' }), ...spec })

const selecting = (matchLabels: { readonly [key: string]: string }) => ({ selector: { matchLabels } })
const expression = (value: string) => ({
  selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['web', value] }] },
})
const disk = (readOnly: boolean) => ({
  template: template({ volumes: [{ name: 'v', gcePersistentDisk: { pdName: 'd', readOnly } }] }),
})

const restartExample = oneOf(
  'template.spec.restartPolicy',
  ['Always'],
  { template: template({ restartPolicy: 'Never' }) },
  { template: template({ restartPolicy: 'Always' }) },
)

/** The rules on selectors and templates that workload kinds share. */
export function selectedTemplateExamples(kindInWords: string, several: object): RuleExample[] {
  return [
    invalid(
      'selector',
      'must not be empty',
      `empty selector is not valid for ${kindInWords}.`,
      { selector: {} },
      selecting({ app: 'web' }),
    ),
    invalid(
      'template.metadata.labels',
      'must match the selector',
      '`selector` does not match template `labels`',
      selecting({ app: 'other' }),
      expression('other'),
    ),
    invalid(
      'template.spec.volumes[0].gcePersistentDisk.readOnly',
      'must be true where there may be several pods',
      'must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only',
      { ...several, ...disk(false) },
      { ...several, ...disk(true) },
    ),
    restartExample,
    invalid(
      'template.spec.activeDeadlineSeconds',
      'must not be set',
      'must not be specified',
      { template: template({ activeDeadlineSeconds: 1 }) },
      {},
    ),
  ]
}

/** The rules on the required selector of Deployments and ReplicaSets. */
export const usableSelectorExamples: readonly RuleExample[] = [
  {
    field: 'selector',
    rule: 'is required where the template has no labels to take it from',
    error: 'required',
    detail: '',
    breaks: { template: template({}, { labels: {} }) },
    keeps: {},
    besides: ['template.metadata.labels'],
  },
  invalid(
    'selector',
    'must be a valid selector; if not, the template is not checked',
    'invalid label selector.',
    { ...expression('not a value'), template: template({ restartPolicy: 'Never' }) },
    expression('a-value'),
  ),
]

/** The rules on selector and template in current versions; `inWords` is the kind in the message about an empty selector. */
export const currentTemplateExamples = (inWords: string, keeper: string): RuleExample[] => [
  invalid(
    'selector',
    'must not be empty',
    `empty selector is invalid for ${inWords}`,
    { selector: {} },
    selecting({ app: 'web' }),
  ),
  invalid(
    'template.metadata.labels',
    'must match the selector',
    '`selector` does not match template `labels`',
    selecting({ app: 'other' }),
    expression('other'),
  ),
  restartExample,
  forbidden(
    'template.spec.activeDeadlineSeconds',
    'must not be set',
    `activeDeadlineSeconds in ${keeper} is not Supported`,
    { template: template({ activeDeadlineSeconds: 1 }) },
    {},
  ),
]

/** The rules on the required selector of Deployments and ReplicaSets in current versions. */
export const requiredSelectorExamples: readonly RuleExample[] = [
  given('selector', { selector: null }, {}, ['template.metadata.labels']),
  invalid(
    'selector',
    'must be a valid selector; if not, the template is not checked',
    'invalid label selector',
    { ...expression('not a value'), template: template({ restartPolicy: 'Never' }) },
    expression('a-value'),
    ['selector.matchExpressions[0].values[1]'],
  ),
]
