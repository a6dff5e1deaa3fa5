import {
  rulesOfObject,
  rulesOfStatus,
  rulesOfSubresource,
  validateReport,
} from '#kinds/example-objects.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import { type Body, follows, invalid, type RuleTable } from '#meta/rule-examples.fixture.js'
import { namespace, updateFinalizers } from './index.js'

const finalizers = (...finalizers: string[]): Body => ({ finalizers })

export const namespaceRules = rulesOfObject({
  type: 'Namespace',
  on: 'create',
  version: namespace.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
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
})

export const namespaceFinalizeRules = rulesOfSubresource({
  type: 'Namespace',
  on: 'finalize',
  version: namespace.storageVersion,
  update: updateFinalizers,
  at: 'spec',
  before: {},
  object: (spec) => ({ spec }),
  examples: [
    follows('finalizers[0]', qualifiedName, finalizers('a/'), finalizers('a/b')),
    invalid(
      'finalizers[0]',
      'must have a domain, unless known',
      'name is neither a standard finalizer name nor is it fully qualified',
      finalizers('mine'),
      finalizers('example.com/mine', 'orphan'),
    ),
  ],
})

export const namespaceStatusRules = rulesOfStatus({
  type: 'Namespace',
  version: namespace.storageVersion,
  at: 'status',
  before: {},
  object: (status) => status,
  examples: [
    invalid(
      'phase',
      'must be Active until the namespace is deleted',
      "may only be 'Active' if `deletionTimestamp` is empty",
      { phase: 'Terminating' },
      { phase: 'Active' },
    ),
  ],
})

const DELETED = { deletionTimestamp: '2024-03-01T10:00:00Z' }

/** Not written by a client: only a delete sets the time. */
export const deletedNamespaceStatusRules: RuleTable = {
  type: 'Namespace, once it is deleted',
  on: 'status',
  at: 'status',
  kind: 'Namespace',
  validate: (status) => validateReport(namespace.storageVersion, { metadata: DELETED }, status),
  examples: [
    invalid(
      'phase',
      'must be Terminating once the namespace is deleted',
      "may only be 'Terminating' if `deletionTimestamp` is not empty",
      { phase: 'Active' },
      { phase: 'Terminating' },
    ),
  ],
}
