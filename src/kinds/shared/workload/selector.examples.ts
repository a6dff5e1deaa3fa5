import { FieldErrors } from '#meta/field-errors.js'
import type { LabelSelector } from '#meta/label-selector.js'
import type { ApiObject } from '#meta/object-meta.js'
import { type Body, invalid, type RuleTable } from '#meta/rule-examples.fixture.js'
import { mustKeepSelector } from './rules.js'

const change = (before: Body, after: Body) => ({ before, after })

export const selectorChangeRules: RuleTable = {
  type: 'DaemonSet, Deployment and ReplicaSet of apps/v1',
  on: 'change',
  at: 'spec',
  validate({ before, after }: Body) {
    const errors = new FieldErrors()
    mustKeepSelector(selecting(after), selecting(before), errors)
    return errors.all
  },
  examples: [
    invalid(
      'selector',
      'is immutable',
      'field is immutable',
      change({ matchLabels: { app: 'web' } }, { matchLabels: { app: 'api' } }),
      change({ matchLabels: { app: 'web' } }, { matchLabels: { app: 'web' } }),
    ),
  ],
}

const selecting = (selector: unknown): ApiObject & { spec: { selector: LabelSelector } } => ({
  metadata: { creationTimestamp: null },
  spec: { selector: selector as LabelSelector },
})
