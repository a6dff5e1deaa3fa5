import type { Json } from '#test/support/client.js'
import { AGE, type CellsExample, hoursAgo, shown } from './example.js'

const MAIN = { name: 'main', image: 'web:1' }
const SIDECAR = { name: 'side', image: 'proxy:1', restartPolicy: 'Always' }
const FIRST = { name: 'first', image: 'setup:1' }
const pod = (spec: Json = {}, status?: Json, metadata: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata,
  spec: { containers: [MAIN], ...spec },
  status,
})
const state = (name: string, state: Json, more: Json = {}) => ({
  name,
  image: 'a',
  imageID: '',
  ready: false,
  restartCount: 0,
  state,
  ...more,
})
const running = (name: string, more: Json = {}) =>
  state(name, { running: {} }, { ready: true, started: true, ...more })
const terminated = (name: string, part: Json) => state(name, { terminated: { exitCode: 0, ...part } })
const waiting = (name: string, reason?: string) => state(name, { waiting: { reason } })
const is = (type: string, status = 'True', more: Json = {}) => ({ type, status, ...more })

const row = (cells: Json) => ({
  Name: 'example',
  Ready: '0/1',
  Status: 'Pending',
  Restarts: '0',
  Age: AGE,
  IP: '<none>',
  Node: '<none>',
  'Nominated Node': '<none>',
  'Readiness Gates': '<none>',
  ...cells,
})
const containers = (...containerStatuses: Json[]) => ({ phase: 'Running', containerStatuses })
const withInit = (spec: Json, ...initContainerStatuses: Json[]) =>
  pod(spec, { phase: 'Pending', initContainerStatuses })
const INIT = { initContainers: [FIRST] }
const completed = (reason: string, message: string) => ({
  conditions: [{ type: 'Completed', status: 'True', reason, message }],
})

export const podCells: readonly CellsExample[] = [
  shown(pod(), row({})),
  shown(
    pod(
      { nodeName: 'n1', readinessGates: [{ conditionType: 'a/b' }, { conditionType: 'a/c' }] },
      {
        ...containers(running('main')),
        podIP: '10.1.2.3',
        podIPs: [{ ip: '10.1.2.3' }],
        nominatedNodeName: 'n2',
        conditions: [is('a/b'), is('a/c', 'False')],
      },
    ),
    row({
      Ready: '1/1',
      Status: 'Running',
      IP: '10.1.2.3',
      Node: 'n1',
      'Nominated Node': 'n2',
      'Readiness Gates': '1/2',
    }),
  ),
  shown(pod({ schedulingGates: [{ name: 'a' }] }), row({ Status: 'SchedulingGated' })),
  {
    ...shown(pod({}, { phase: 'Failed', reason: 'Evicted' }), row({ Status: 'Evicted' })),
    ...completed('Failed', 'The pod failed.'),
  },
  shown(pod({}, containers(waiting('main', 'ImagePullBackOff'))), row({ Status: 'ImagePullBackOff' })),
  shown(pod({}, containers(terminated('main', { reason: 'Error', exitCode: 1 }))), row({ Status: 'Error' })),
  shown(pod({}, containers(terminated('main', { exitCode: 3 }))), row({ Status: 'ExitCode:3' })),
  shown(pod({}, containers(terminated('main', { exitCode: 3, signal: 9 }))), row({ Status: 'Signal:9' })),
  shown(
    pod(
      { containers: [MAIN, { ...MAIN, name: 'other' }] },
      {
        ...containers(running('main'), terminated('other', { reason: 'Completed' })),
        conditions: [is('Ready')],
      },
    ),
    row({ Ready: '1/2', Status: 'Running' }),
  ),
  shown(
    pod(
      { containers: [MAIN, { ...MAIN, name: 'other' }] },
      containers(running('main'), terminated('other', { reason: 'Completed' })),
    ),
    row({ Ready: '1/2', Status: 'NotReady' }),
  ),
  shown(
    pod(
      {},
      containers(
        running('main', {
          restartCount: 2,
          lastState: { terminated: { exitCode: 1, finishedAt: hoursAgo(12) } },
        }),
      ),
    ),
    row({ Ready: '1/1', Status: 'Running', Restarts: '2 (12h ago)' }),
  ),
  shown(withInit(INIT, waiting('first', 'CrashLoopBackOff')), row({ Status: 'Init:CrashLoopBackOff' })),
  shown(withInit(INIT, waiting('first', 'PodInitializing')), row({ Status: 'Init:0/1' })),
  shown(withInit(INIT, running('first')), row({ Status: 'Init:0/1' })),
  shown(withInit(INIT, terminated('first', { exitCode: 1, reason: 'Error' })), row({ Status: 'Init:Error' })),
  shown(withInit(INIT, terminated('first', { exitCode: 1 })), row({ Status: 'Init:ExitCode:1' })),
  shown(withInit(INIT, terminated('first', { exitCode: 1, signal: 9 })), row({ Status: 'Init:Signal:9' })),
  shown(
    pod(
      { initContainers: [SIDECAR] },
      { ...containers(running('main')), initContainerStatuses: [running('side', { restartCount: 1 })] },
    ),
    row({ Ready: '2/2', Status: 'Running', Restarts: '1' }),
  ),
  {
    ...shown(
      pod(
        { restartPolicy: 'Never' },
        { phase: 'Succeeded', containerStatuses: [terminated('main', { reason: 'Completed' })] },
      ),
      row({ Status: 'Completed' }),
    ),
    ...completed('Succeeded', 'The pod has completed successfully.'),
  },
  {
    ...shown(pod({}, { phase: 'Failed' }), row({ Status: 'Failed' })),
    ...completed('Failed', 'The pod failed.'),
  },
  {
    ...shown(
      pod({ nodeName: 'n1' }, containers(running('main'))),
      row({ Ready: '1/1', Status: 'Terminating', Node: 'n1' }),
    ),
    isDeleted: true,
  },
  {
    ...shown(
      pod({ nodeName: 'n1' }, { phase: 'Running', reason: 'NodeLost' }),
      row({ Status: 'Unknown', Node: 'n1' }),
    ),
    isDeleted: true,
  },
  shown(
    {
      apiVersion: 'v1',
      kind: 'PodTemplate',
      template: {
        metadata: { labels: { tier: 'front', app: 'web' } },
        spec: { containers: [MAIN, { name: 'b', image: 'c:2' }] },
      },
    },
    {
      Name: 'example',
      Containers: 'main,b',
      Images: 'web:1,c:2',
      'Pod Labels': 'app=web,tier=front',
    },
  ),
  shown(
    { apiVersion: 'v1', kind: 'PodTemplate', template: { spec: { containers: [MAIN] } } },
    { Name: 'example', Containers: 'main', Images: 'web:1', 'Pod Labels': '<none>' },
  ),
]
