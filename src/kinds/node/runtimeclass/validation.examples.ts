import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { labelValue, qualifiedName, rfc1123Label } from '#meta/formats.js'
import {
  type Body,
  fixed,
  follows,
  forbidden,
  invalid,
  notNegative,
  oneOf,
  unique,
} from '#meta/rule-examples.fixture.js'
import { runtimeClass } from './index.js'

const version = runtimeClass.storageVersion
const overhead = (podFixed: Body) => ({ overhead: { podFixed } })
const selecting = (nodeSelector: Body) => ({ scheduling: { nodeSelector } })
const tolerating = (...tolerations: readonly Body[]) => ({ scheduling: { tolerations } })
const TOLERATION = 'scheduling.tolerations[0]'

export const runtimeClassRules = rulesOfObject({
  type: 'RuntimeClass',
  version,
  at: '',
  object: (body) => ({ handler: 'runc', ...body }),
  examples: [
    follows('handler', rfc1123Label, { handler: 'run c' }, { handler: 'run-c' }),
    follows(
      'overhead.podFixed[example.com/]',
      qualifiedName,
      overhead({ 'example.com/': '1' }),
      overhead({ 'example.com/a': '1' }),
      ['overhead.podFixed[example.com/]'],
    ),
    invalid(
      'overhead.podFixed[disk]',
      'must be a standard resource or have a domain',
      'must be a standard resource type or fully qualified',
      overhead({ disk: '1' }),
      overhead({ cpu: '1' }),
      ['overhead.podFixed[disk]'],
    ),
    invalid(
      'overhead.podFixed[pods]',
      'must be a resource of containers',
      'must be a standard resource for containers',
      overhead({ pods: '1' }),
      overhead({ memory: '1' }),
    ),
    invalid(
      'overhead.podFixed[requests.example.com/a]',
      'must not be named like a quota of an extended resource',
      "doesn't follow extended resource name standard",
      overhead({ 'requests.example.com/a': '1' }),
      overhead({ 'example.com/a': '1' }),
    ),
    notNegative('overhead.podFixed[cpu]', overhead({ cpu: '-1' }), overhead({ cpu: '0' })),
    invalid(
      'overhead.podFixed[example.com/a]',
      'must be a whole number, for an extended resource',
      'must be an integer',
      overhead({ 'example.com/a': '1500m' }),
      overhead({ 'example.com/a': '2' }),
    ),
    invalid(
      'overhead.podFixed[hugepages-2Mi]',
      'must be a multiple of the size of a page',
      '3Mi is not positive integer multiple of hugepages-2Mi',
      overhead({ cpu: '1', 'hugepages-2Mi': '3Mi' }),
      overhead({ cpu: '1', 'hugepages-2Mi': '4Mi' }),
    ),
    forbidden(
      'overhead',
      'with huge pages must have cpu or memory',
      'HugePages require cpu or memory',
      overhead({ 'hugepages-2Mi': '4Mi' }),
      overhead({ memory: '1Mi', 'hugepages-2Mi': '4Mi' }),
    ),
    follows('scheduling.nodeSelector', qualifiedName, selecting({ 'a b': 'c' }), selecting({ a: 'c' })),
    follows('scheduling.nodeSelector', labelValue, selecting({ a: 'c/d' }), selecting({ a: 'c' })),
    follows(
      `${TOLERATION}.key`,
      qualifiedName,
      tolerating({ key: 'a b', operator: 'Exists' }),
      tolerating({ key: 'a', operator: 'Exists' }),
    ),
    invalid(
      `${TOLERATION}.operator`,
      'must be Exists without a key',
      'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      tolerating({ value: 'b' }),
      tolerating({ operator: 'Exists' }),
    ),
    invalid(
      `${TOLERATION}.effect`,
      'must be NoExecute with a time',
      "effect must be 'NoExecute' when `tolerationSeconds` is set",
      tolerating({ key: 'a', tolerationSeconds: 1 }),
      tolerating({ key: 'a', effect: 'NoExecute', tolerationSeconds: 1 }),
    ),
    invalid(
      `${TOLERATION}.operator`,
      'must have a value that labels can have',
      labelValue('b c').join(';'),
      tolerating({ key: 'a', value: 'b c' }),
      tolerating({ key: 'a', value: 'b' }),
    ),
    invalid(
      `${TOLERATION}.operator`,
      'must not be Exists with a value',
      "value must be empty when `operator` is 'Exists'",
      tolerating({ key: 'a', operator: 'Exists', value: 'b' }),
      tolerating({ key: 'a', operator: 'Equal', value: 'b' }),
    ),
    oneOf(
      `${TOLERATION}.operator`,
      ['Equal', 'Exists'],
      tolerating({ key: 'a', operator: 'In' }),
      tolerating({ key: 'a', operator: 'Exists' }),
    ),
    oneOf(
      `${TOLERATION}.effect`,
      ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
      tolerating({ key: 'a', effect: 'Never' }),
      tolerating({ key: 'a', effect: 'NoSchedule' }),
    ),
    unique(
      'scheduling.tolerations[1]',
      'must not tolerate the same taint twice',
      tolerating({ key: 'a' }, { key: 'a', tolerationSeconds: null }),
      tolerating({ key: 'a' }, { key: 'b' }),
    ),
  ],
})

export const runtimeClassChangeRules = rulesOfUpdate({
  type: 'RuntimeClass',
  version,
  at: '',
  before: { handler: 'runc' },
  object: (body) => body,
  examples: [fixed('handler', { handler: 'other' }, { handler: 'runc' })],
})
