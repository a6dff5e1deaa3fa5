import { pod } from '#kinds/core/pod/index.js'
import { MAIN, rulesOfSubresource } from '#kinds/example-objects.fixture.js'
import { type Body, forbidden, invalid, type RuleTable } from '#meta/rule-examples.fixture.js'
import { updateResources } from './resize.js'

const AMOUNTS = { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } }
const SMALLER = { ...AMOUNTS, requests: { cpu: '500m', memory: '1Gi' } }
/** Without limits, which are the requests that are left out. */
const UNLIMITED = { requests: { cpu: '1', memory: '1Gi' } }
const ONLY_MEMORY = { requests: { memory: '1Gi' } }

const SIZED = { ...MAIN, resources: AMOUNTS }
const SIDECAR = { name: 'side', image: 'proxy:1', restartPolicy: 'Always', resources: AMOUNTS }
const FIRST = { name: 'first', image: 'setup:1', resources: AMOUNTS }

const main = (resources: Body) => ({ containers: [{ ...MAIN, resources }] })
const initContainers = (...initContainers: Body[]) => ({ initContainers })
const RESIZED = main(SMALLER)

const MIRROR = 'kubernetes.io/config.mirror'

/** A body has the changed part of the spec, and in `was` what else is true of the pod. */
const rulesOfResize = (type: string, spec: Body, examples: RuleTable['examples'], at = 'spec') =>
  rulesOfSubresource({
    type,
    on: 'resize',
    version: pod.storageVersion,
    update: updateResources,
    at,
    before: ({ was }) => ({ ...(was as Body), spec: { ...spec, ...(was as { spec?: Body })?.spec } }),
    object: ({ was, ...part }) => ({
      ...(was as Body),
      spec: { ...spec, ...(was as { spec?: Body })?.spec, ...part },
    }),
    examples,
  })

const resizedPods = rulesOfResize('Pod', { containers: [SIZED] }, [
  invalid(
    '',
    'must keep its class of quality of service',
    'Pod QOS Class may not change as a result of resizing',
    main({ requests: AMOUNTS.limits, limits: AMOUNTS.limits }),
    RESIZED,
  ),
  forbidden(
    'containers',
    'must keep its length',
    'containers may not be added or removed on resize',
    { containers: [SIZED, { name: 'more', image: 'web:1' }] },
    RESIZED,
  ),
  forbidden(
    'containers[0].name',
    'must stay',
    'containers may not be renamed or reordered on resize',
    { containers: [{ ...SIZED, name: 'other' }] },
    RESIZED,
  ),
  forbidden(
    'initContainers',
    'must keep its length',
    'initContainers may not be added or removed on resize',
    initContainers(FIRST),
    RESIZED,
  ),
  forbidden(
    'containers[0].resources.requests',
    'must keep its resources',
    'resource requests cannot be removed',
    { was: { spec: main(UNLIMITED) }, ...main({ requests: { cpu: '1' } }) },
    { was: { spec: main(UNLIMITED) }, ...main({ requests: { cpu: '2', memory: '1Gi' } }) },
  ),
  forbidden(
    'containers[0].resources.limits',
    'must keep its resources',
    'resource limits cannot be removed',
    main({ ...AMOUNTS, limits: { memory: '2Gi' } }),
    RESIZED,
  ),
  forbidden(
    'containers[0].resources.limits[memory]',
    'must not shrink, unless that restarts the container',
    'memory limits cannot be decreased unless resizePolicy is RestartContainer',
    main({ ...AMOUNTS, limits: { cpu: '2', memory: '1500Mi' } }),
    main({ ...AMOUNTS, limits: { cpu: '2', memory: '3Gi' } }),
  ),
  forbidden(
    'containers[0].resources.limits[memory]',
    'must not be added, unless that restarts the container',
    'memory limits cannot be added unless resizePolicy is RestartContainer',
    { was: { spec: main(ONLY_MEMORY) }, ...main({ ...ONLY_MEMORY, limits: { memory: '2Gi' } }) },
    { was: { spec: main(ONLY_MEMORY) }, ...main({ ...ONLY_MEMORY, limits: { cpu: '1' } }) },
  ),
  forbidden(
    '',
    'must keep all but cpu and memory of its containers',
    'only cpu and memory resources are mutable',
    {
      containers: [{ ...SIZED, resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }],
    },
    RESIZED,
  ),
  forbidden(
    '',
    'must run on a node that reports the resources of its containers',
    'Pod running on node without support for resize',
    { was: running({}), ...RESIZED },
    { was: running({ resources: AMOUNTS }), ...RESIZED },
  ),
])

/** A pod that runs, with a container as its node reports it. */
function running(reported: Body): Body {
  const status = { name: 'main', image: 'web:1', imageID: '', ready: true, restartCount: 0, ...reported }
  return {
    status: { qosClass: 'Burstable', containerStatuses: [{ ...status, state: { running: {} } }] },
  }
}

const INIT = { containers: [SIZED], ...initContainers(SIDECAR, FIRST) }
const RESIZED_SIDECAR = initContainers({ ...SIDECAR, resources: SMALLER }, FIRST)

const podsWithInitContainers = rulesOfResize('Pod with init containers', INIT, [
  forbidden(
    'initContainers[0].name',
    'must stay',
    'initContainers may not be renamed or reordered on resize',
    initContainers(FIRST, SIDECAR),
    RESIZED_SIDECAR,
  ),
  forbidden(
    'initContainers[0].resources.requests',
    'must keep its resources',
    'resource requests cannot be removed',
    {
      was: { spec: initContainers({ ...SIDECAR, resources: UNLIMITED }, FIRST) },
      ...initContainers({ ...SIDECAR, resources: { requests: { cpu: '1' } } }, FIRST),
    },
    RESIZED_SIDECAR,
  ),
  forbidden(
    '',
    'must keep all but cpu and memory of its sidecars',
    'only cpu and memory resources for sidecar containers are mutable',
    initContainers(
      { ...SIDECAR, resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] },
      FIRST,
    ),
    RESIZED_SIDECAR,
  ),
  forbidden(
    '',
    'must keep its other init containers',
    'resources for non-sidecar init containers are immutable',
    initContainers(SIDECAR, { ...FIRST, resources: SMALLER }),
    RESIZED_SIDECAR,
  ),
])

const unresizablePods = rulesOfResize(
  'Pod that cannot be resized',
  { containers: [SIZED], nodeName: 'n' },
  [
    forbidden(
      '[]',
      'must not be a copy of a pod that its node runs by itself',
      'static pods cannot be resized',
      { was: { metadata: { annotations: { [MIRROR]: 'a' } } }, ...RESIZED },
      RESIZED,
    ),
    forbidden(
      '[]',
      'must not be of Windows',
      'windows pods cannot be resized',
      { was: { spec: { os: { name: 'windows' } } }, ...RESIZED },
      { was: { spec: { os: { name: 'linux' } } }, ...RESIZED },
    ),
  ],
  '',
)

export const resizeRules = [resizedPods, podsWithInitContainers, unresizablePods]
