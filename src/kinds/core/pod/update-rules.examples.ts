import { rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { type Body, forbidden, given, invalid } from '#meta/rule-examples.fixture.js'
import { pod } from './index.js'

const MAIN = { name: 'main', image: 'web:1' }
const spec = (part: Body = {}) => ({ spec: { containers: [MAIN], ...part } })
const container = (part: Body) => ({ containers: [{ ...MAIN, ...part }] })
const init = (part: Body) => ({ initContainers: [{ name: 'first', image: 'a', ...part }] })
const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/main'

const BEFORE = spec({
  activeDeadlineSeconds: 60,
  tolerations: [{ key: 'a', operator: 'Exists' }],
})
const change = (part: Body) => ({ spec: { ...BEFORE.spec, ...part } })
const ONLY =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\nchanged: spec.restartPolicy\n'

const ONE_NODE = { matchExpressions: [{ key: 'a', operator: 'Exists' }] }
const nodes = (...terms: Body[]) => ({
  affinity: {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
  },
})
const GATED = spec({ schedulingGates: [{ name: 'a' }], nodeSelector: { a: 'b' }, ...nodes(ONE_NODE) })
const changeGated = (part: Body) => ({ spec: { ...GATED.spec, ...part } })
const TERMS = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'
const MIRROR = 'kubernetes.io/config.mirror'
const keptAnnotations = { annotations: { [MIRROR]: 'a', [APPARMOR]: 'unconfined' } }
const lookedAt = ({ annotations }: Body) => ({
  metadata: { annotations },
  ...spec({ nodeName: 'n' }),
})

const fixedAnnotation = (key: string, what: string, other: string) => [
  forbidden(
    `annotations[${key}]`,
    'must not be removed or changed',
    `may not remove or update ${what}`,
    { annotations: { ...keptAnnotations.annotations, [key]: other } },
    keptAnnotations,
  ),
]

const gatedPods = rulesOfUpdate({
  type: 'Pod with scheduling gates',
  version: pod.storageVersion,
  at: 'spec',
  before: GATED,
  object: changeGated,
  examples: [
    forbidden(
      'schedulingGates[0].name',
      'must not be added',
      "only deletion is allowed, but found new scheduling gate 'b'",
      { schedulingGates: [{ name: 'b' }] },
      { schedulingGates: [] },
    ),
    invalid(
      'nodeSelector',
      'must keep its labels',
      'only additions to spec.nodeSelector are allowed (no mutations or deletions)',
      { nodeSelector: { a: 'c' } },
      { nodeSelector: { a: 'b', c: 'd' } },
    ),
    invalid(
      TERMS,
      'must keep its length',
      'no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      nodes(ONE_NODE, ONE_NODE),
      {},
    ),
    invalid(
      `${TERMS}[0]`,
      'must keep its requirements',
      'only additions are allowed (no mutations or deletions)',
      nodes({ matchExpressions: [{ key: 'b', operator: 'Exists' }] }),
      nodes({ matchExpressions: [...ONE_NODE.matchExpressions, { key: 'b', operator: 'Exists' }] }),
    ),
  ],
})

/** A field for the annotation, so that the server does not set one. */
const confined = (metadata: Body) => ({
  metadata,
  ...spec({ nodeName: 'n', ...container({ securityContext: { appArmorProfile: { type: 'Unconfined' } } }) }),
})

const annotationsOfPods = rulesOfUpdate({
  type: 'Pod annotations',
  version: pod.storageVersion,
  at: 'metadata',
  before: confined(keptAnnotations),
  object: confined,
  examples: [
    ...fixedAnnotation(MIRROR, 'mirror pod annotation', 'b'),
    ...fixedAnnotation(APPARMOR, 'AppArmor annotations', 'runtime/default'),
  ],
})

const newAnnotationsOfPods = rulesOfUpdate({
  type: 'Pod that is created, annotations',
  version: pod.storageVersion,
  at: 'metadata',
  before: lookedAt({}),
  object: lookedAt,
  examples: [
    forbidden(
      `annotations[${MIRROR}]`,
      'must not be added',
      'may not add mirror pod annotation',
      { annotations: { [MIRROR]: 'a' } },
      {},
    ),
    forbidden(
      `annotations[${APPARMOR}]`,
      'must not be added',
      'may not add AppArmor annotations',
      { annotations: { [APPARMOR]: 'unconfined' } },
      {},
    ),
  ],
})

const changedPods = rulesOfUpdate({
  type: 'Pod',
  version: pod.storageVersion,
  at: 'spec',
  before: BEFORE,
  object: change,
  examples: [
    forbidden(
      '',
      'is immutable except for a few fields',
      ONLY,
      { restartPolicy: 'Never' },
      container({ image: 'web:2' }),
    ),
    given('containers[0].image', container({ image: '' }), container({ image: 'web:2' })),
    invalid(
      'containers[0].image',
      'must not begin or end with white space',
      'must not have leading or trailing whitespace',
      container({ image: ' web:1' }),
      container({ image: 'web:2' }),
    ),
    forbidden(
      'containers',
      'must keep its length',
      'pod updates may not add or remove containers',
      { containers: [MAIN, { name: 'more', image: 'a' }] },
      {},
    ),
    invalid(
      'activeDeadlineSeconds',
      'must not be extended',
      'must be less than or equal to previous value',
      { activeDeadlineSeconds: 61 },
      { activeDeadlineSeconds: 59 },
    ),
    forbidden(
      'tolerations',
      'must not be removed',
      'existing toleration can not be modified except its tolerationSeconds',
      { tolerations: [{ key: 'b', operator: 'Exists' }] },
      {
        tolerations: [
          { key: 'a', operator: 'Exists' },
          { key: 'b', operator: 'Exists' },
        ],
      },
    ),
    forbidden(
      'initContainers',
      'must keep its length',
      'pod updates may not add or remove containers',
      init({}),
      {},
    ),
    invalid(
      'activeDeadlineSeconds',
      'must not be removed',
      'must not update from a positive integer to nil value',
      { activeDeadlineSeconds: undefined },
      {},
    ),
    invalid(
      'activeDeadlineSeconds',
      'must be between 0 and 2147483647',
      'must be between 0 and 2147483647, inclusive',
      { activeDeadlineSeconds: -1 },
      {},
      ['activeDeadlineSeconds'],
    ),
  ],
})

const changedInitContainers = rulesOfUpdate({
  type: 'Pod with an init container',
  version: pod.storageVersion,
  at: 'spec',
  before: spec(init({ image: 'a:1' })),
  object: spec,
  examples: [
    given('initContainers[0].image', init({ image: '' }), init({ image: 'a:2' })),
    invalid(
      'initContainers[0].image',
      'must not begin or end with white space',
      'must not have leading or trailing whitespace',
      init({ image: 'a:1 ' }),
      init({ image: 'a:2' }),
    ),
  ],
})

export const podChangeRules = [
  changedPods,
  changedInitContainers,
  gatedPods,
  annotationsOfPods,
  newAnnotationsOfPods,
]
