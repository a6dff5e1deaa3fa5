import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  invalid,
  type RuleTable,
  required,
  unique,
} from '#meta/rule-examples.fixture.js'
import { limitRange } from './index.js'

const container = (part: Body) => ({ type: 'Container', ...part })
const pod = (part: Body) => ({ type: 'Pod', ...part })
const claim = (part: Body) => ({ type: 'PersistentVolumeClaim', ...part })
const cpu = (cpu: string) => ({ cpu })

const limitRangeItemRules = rulesOfObject({
  type: 'LimitRangeItem',
  version: limitRange.storageVersion,
  at: 'spec.limits[0]',
  object: (item) => ({ spec: { limits: [item] } }),
  examples: [
    follows('type', qualifiedName, { type: 'a/' }, { type: 'a/b' }),
    invalid(
      'type',
      'must be known, or have a domain',
      'must be a standard limit type or fully qualified',
      { type: 'Other' },
      pod({}),
    ),
    follows(
      'max[a/]',
      qualifiedName,
      claim({ max: { storage: '1', 'a/': '1' } }),
      claim({ max: { storage: '1', 'a/b': '1' } }),
    ),
    invalid(
      'max[other]',
      'must be a resource that is known, or have a domain',
      'must be a standard resource type or fully qualified',
      claim({ max: { storage: '1', other: '1' } }),
      claim({ max: { storage: '1', 'example.com/other': '1' } }),
    ),
    invalid(
      'max[pods]',
      'must be a resource of containers',
      'must be a standard resource for containers',
      pod({ max: { pods: '1' } }),
      pod({ max: { cpu: '1' } }),
    ),
    forbidden(
      'default',
      'must not be set for pods',
      "may not be specified when `type` is 'Pod'",
      pod({ default: cpu('1') }),
      pod({ max: cpu('1') }),
    ),
    forbidden(
      'defaultRequest',
      'must not be set for pods',
      "may not be specified when `type` is 'Pod'",
      pod({ defaultRequest: cpu('1') }),
      pod({ min: cpu('1') }),
    ),
    required(
      'limits',
      'a claim must have a bound for storage',
      'either minimum or maximum storage value is required, but neither was provided',
      claim({}),
      claim({ min: { storage: '1' } }),
    ),
    invalid(
      'min[cpu]',
      'must not exceed max',
      'min value 2 is greater than max value 1',
      pod({ min: cpu('2'), max: cpu('1') }),
      pod({ min: cpu('1'), max: cpu('1') }),
    ),
    invalid(
      'defaultRequest[cpu]',
      'must not be less than min',
      'min value 2 is greater than default request value 1',
      container({ min: cpu('2'), default: cpu('2'), defaultRequest: cpu('1') }),
      container({ min: cpu('2'), default: cpu('2'), defaultRequest: cpu('2') }),
    ),
    invalid(
      'defaultRequest[cpu]',
      'must not exceed the default limit',
      'default request value 2 is greater than default limit value 1',
      container({ default: cpu('1'), defaultRequest: cpu('2') }),
      container({ default: cpu('1'), defaultRequest: cpu('1') }),
    ),
    invalid(
      'defaultRequest[cpu]',
      'must not exceed max',
      'default request value 2 is greater than max value 1',
      container({ max: cpu('1'), default: cpu('1'), defaultRequest: cpu('2') }),
      container({ max: cpu('1'), default: cpu('1'), defaultRequest: cpu('1') }),
      ['defaultRequest[cpu]'],
    ),
    invalid(
      'default[cpu]',
      'must not exceed max',
      'default value 2 is greater than max value 1',
      container({ max: cpu('1'), default: cpu('2'), defaultRequest: cpu('1') }),
      container({ max: cpu('1'), default: cpu('1') }),
    ),
    invalid(
      'default[cpu]',
      'must not be less than min',
      'min value 2 is greater than default value 1',
      container({ min: cpu('2'), default: cpu('1'), defaultRequest: cpu('2') }),
      container({ min: cpu('2'), default: cpu('2') }),
      ['defaultRequest[cpu]'],
    ),
    invalid(
      'defaultRequest[hugepages-2Mi]',
      'must equal the default limit of what cannot be promised twice',
      'default value 4Mi must equal to defaultRequest value 2Mi in hugepages-2Mi',
      container({ default: { 'hugepages-2Mi': '4Mi' }, defaultRequest: { 'hugepages-2Mi': '2Mi' } }),
      container({ default: { 'hugepages-2Mi': '4Mi' } }),
    ),
    invalid(
      'maxLimitRequestRatio[cpu]',
      'must be 1 or more',
      'ratio 500m is less than 1',
      pod({ maxLimitRequestRatio: cpu('500m') }),
      pod({ maxLimitRequestRatio: cpu('1') }),
    ),
    invalid(
      'maxLimitRequestRatio[cpu]',
      'must not exceed that of max and min',
      'ratio 3 is greater than max/min = 2.000000',
      pod({ maxLimitRequestRatio: cpu('3'), min: cpu('1'), max: cpu('2') }),
      pod({ maxLimitRequestRatio: cpu('2'), min: cpu('1'), max: cpu('2') }),
    ),
  ],
})

const limitRangeListRules = rulesOfObject({
  type: 'LimitRange',
  version: limitRange.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    unique(
      'limits[1].type',
      'must be unique',
      { limits: [pod({}), pod({})] },
      { limits: [pod({}), container({})] },
    ),
  ],
})

export const limitRangeRules: readonly RuleTable[] = [limitRangeListRules, limitRangeItemRules]
