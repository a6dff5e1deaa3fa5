import { rulesOfObject, rulesOfStatus, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import { type Body, fixed, follows, invalid, notNegative, required } from '#meta/rule-examples.fixture.js'
import { resourceQuota } from './index.js'

const hard = (hard: Body) => ({ hard })
const when = (scopeName: string, operator: string, values: string[] = []) => ({
  scopeSelector: { matchExpressions: [{ scopeName, operator, values }] },
})

const both = (...scopes: string[]) => ({
  scopeSelector: { matchExpressions: scopes.map((scopeName) => ({ scopeName, operator: 'Exists' })) },
})

export const resourceQuotaRules = rulesOfObject({
  type: 'ResourceQuota',
  version: resourceQuota.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    follows('hard[a/]', qualifiedName, hard({ 'a/': '1' }), hard({ 'a/b': '1' })),
    invalid(
      'hard[storage]',
      'must be a resource that quotas know, or have a domain',
      'must be a standard resource for quota',
      hard({ storage: '1' }),
      hard({ 'requests.storage': '1' }),
    ),
    notNegative('hard[pods]', hard({ pods: '-1' }), hard({ pods: '0' })),
    invalid(
      'hard[pods]',
      'must be whole where things are counted',
      'must be an integer',
      hard({ pods: '500m' }),
      hard({ cpu: '500m' }),
    ),
    invalid(
      'scopes',
      'must be a known value',
      'unsupported scope',
      { scopes: ['Other'] },
      { scopes: ['BestEffort'] },
    ),
    invalid(
      'scopes',
      'must fit the resources',
      'unsupported scope applied to resource',
      { scopes: ['BestEffort'], hard: { cpu: '1' } },
      { scopes: ['NotBestEffort'], hard: { cpu: '1' } },
    ),
    invalid(
      'scopes',
      'must not contradict each other',
      'conflicting scopes',
      { scopes: ['Terminating', 'NotTerminating'] },
      { scopes: ['Terminating', 'BestEffort'] },
    ),
    invalid(
      'scopeSelector.matchExpressions[0].scopeName',
      'must be a known value',
      'unsupported scope',
      when('Other', 'Exists'),
      when('BestEffort', 'Exists'),
    ),
    required(
      'scopeSelector.matchExpressions[0].values',
      'is required for In and NotIn',
      "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
      when('PriorityClass', 'In'),
      when('PriorityClass', 'In', ['high']),
    ),
    invalid(
      'scopeSelector.matchExpressions[0].values',
      'must not be set for Exists and DoesNotExist',
      "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
      when('PriorityClass', 'Exists', ['high']),
      when('PriorityClass', 'Exists'),
    ),
    invalid(
      'scopeSelector.matchExpressions[0].operator',
      'must be a known value',
      'not a valid selector operator',
      when('PriorityClass', 'Like'),
      when('PriorityClass', 'DoesNotExist'),
    ),
    invalid(
      'scopeSelector.matchExpressions',
      'must fit the resources',
      'unsupported scope applied to resource',
      { ...when('BestEffort', 'Exists'), hard: { cpu: '1' } },
      { ...when('BestEffort', 'Exists'), hard: { pods: '1' } },
    ),
    invalid(
      'scopeSelector.matchExpressions[0].operator',
      'must be Exists for a scope without values',
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
      when('Terminating', 'In', ['a']),
      when('Terminating', 'Exists'),
    ),
    invalid(
      'scopeSelector.matchExpressions',
      'must not contradict each other',
      'conflicting scopes',
      both('Terminating', 'NotTerminating'),
      both('Terminating', 'BestEffort'),
    ),
  ],
})

export const resourceQuotaChangeRules = rulesOfUpdate({
  type: 'ResourceQuota',
  version: resourceQuota.storageVersion,
  at: 'spec',
  before: { spec: { scopes: ['BestEffort', 'Terminating'] } },
  object: (spec) => ({ spec }),
  examples: [fixed('scopes', { scopes: ['BestEffort'] }, { scopes: ['Terminating', 'BestEffort'] })],
})

export const resourceQuotaStatusRules = rulesOfStatus({
  type: 'ResourceQuota',
  version: resourceQuota.storageVersion,
  at: 'status',
  before: {},
  object: (status) => status,
  examples: [
    follows('used[a/]', qualifiedName, { used: { 'a/': '1' } }, { used: { 'a/b': '1' } }),
    follows('hard[a/]', qualifiedName, { hard: { 'a/': '1' } }, { hard: { 'a/b': '1' } }),
    notNegative('used[pods]', { used: { pods: '-1' } }, { used: { pods: '0' } }),
    notNegative('hard[pods]', { hard: { pods: '-1' } }, { hard: { pods: '0' } }),
  ],
})
