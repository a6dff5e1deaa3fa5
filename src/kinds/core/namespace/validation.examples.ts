import { validateNew, validateReport } from '#kinds/example-objects.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import { type Body, follows, invalid, type RuleTable } from '#meta/rule-examples.fixture.js'
import { namespace } from './index.js'

const finalizers = (...finalizers: string[]): Body => ({ finalizers })

export const namespaceRules: RuleTable = {
  type: 'Namespace',
  at: 'spec',
  validate: (spec) => validateNew(namespace.storageVersion, { spec }),
  examples: [
    follows('finalizers', qualifiedName, finalizers('a/'), finalizers('a/b')),
    invalid(
      'finalizers',
      'must have a domain, unless known',
      'name is neither a standard finalizer name nor is it fully qualified',
      finalizers('mine'),
      finalizers('example.com/mine', 'kubernetes'),
    ),
  ],
}

export const namespaceStatusRules: RuleTable = {
  type: 'Namespace',
  on: 'status',
  at: 'status',
  validate: ({ deletionTimestamp, ...status }) =>
    validateReport(namespace.storageVersion, { metadata: { deletionTimestamp } }, status),
  examples: [
    invalid(
      'phase',
      'must be Active until the namespace is deleted',
      "may only be 'Active' if `deletionTimestamp` is empty",
      { phase: 'Terminating' },
      { phase: 'Active' },
    ),
    invalid(
      'phase',
      'must be Terminating once the namespace is deleted',
      "may only be 'Terminating' if `deletionTimestamp` is not empty",
      { deletionTimestamp: '2024-03-01T10:00:00Z', phase: 'Active' },
      { deletionTimestamp: '2024-03-01T10:00:00Z', phase: 'Terminating' },
    ),
  ],
}
