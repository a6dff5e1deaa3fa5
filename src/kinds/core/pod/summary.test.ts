import assert from 'node:assert/strict'
import { test } from 'node:test'
import { podColumns } from './columns.js'
import { pod } from './index.js'
import { summarize } from './summary.js'

const MAIN = { name: 'main', image: 'a' }
const status = (name: string, part: object = {}) => ({
  name,
  image: 'a',
  imageID: '',
  ready: false,
  restartCount: 0,
  ...part,
})
const running = (name: string, part: object = {}) =>
  status(name, { ready: true, state: { running: {} }, ...part })
const ended = (exitCode: number, part: object = {}) => ({ terminated: { exitCode, ...part } })

const summaryOf = (reported: object, spec: object = {}, metadata: object = {}) =>
  summarize(pod.storageVersion.decode({ metadata, spec: { containers: [MAIN], ...spec }, status: reported }))

test('a pod without container statuses shows its phase', () => {
  const summary = summaryOf({ phase: 'Pending' })
  assert.deepEqual(summary, {
    ready: 0,
    containers: 1,
    status: 'Pending',
    restarts: 0,
    restartedAt: undefined,
  })
})

test('the reason why the first container does not run is the status of the pod', () => {
  const containerStatuses = [status('a', { state: { waiting: { reason: 'ErrImagePull' } } }), running('b')]
  assert.equal(summaryOf({ phase: 'Pending', containerStatuses }).status, 'ErrImagePull')
  const failed = [status('a', { state: ended(3) })]
  assert.equal(summaryOf({ phase: 'Failed', containerStatuses: failed }).status, 'ExitCode:3')
  const killed = [status('a', { state: ended(137, { signal: 9 }) })]
  assert.equal(summaryOf({ phase: 'Failed', containerStatuses: killed }).status, 'Signal:9')
})

test('a pod is running while one of its containers is', () => {
  const containerStatuses = [status('a', { state: ended(0, { reason: 'Completed' }) }), running('b')]
  const ready = { type: 'Ready', status: 'True' }
  assert.equal(summaryOf({ phase: 'Running', containerStatuses }).status, 'NotReady')
  assert.equal(summaryOf({ phase: 'Running', containerStatuses, conditions: [ready] }).status, 'Running')
})

test('the status counts running init containers and shows their errors', () => {
  const spec = {
    initContainers: [
      { name: 'x', image: 'a' },
      { name: 'y', image: 'a' },
    ],
  }
  const statusWith = (second: object) =>
    summaryOf({ phase: 'Pending', initContainerStatuses: [status('x', { state: ended(0) }), second] }, spec)
      .status
  assert.equal(statusWith(status('y', { state: { running: {} } })), 'Init:1/2')
  assert.equal(
    statusWith(status('y', { state: { waiting: { reason: 'CrashLoopBackOff' } } })),
    'Init:CrashLoopBackOff',
  )
  assert.equal(statusWith(status('y', { state: ended(2) })), 'Init:ExitCode:2')
})

test('a sidecar counts as a container', () => {
  const spec = { initContainers: [{ name: 'side', image: 'a', restartPolicy: 'Always' }] }
  const initContainerStatuses = [running('side', { started: true, restartCount: 2 })]
  const summary = summaryOf(
    { phase: 'Running', initContainerStatuses, containerStatuses: [running('main')] },
    spec,
  )
  assert.equal(`${summary.ready}/${summary.containers}`, '2/2')
  assert.equal(summary.restarts, 2)
})

test('restarts are added up, with the time of the last one', () => {
  const lastState = (finishedAt: string) => ({ lastState: ended(1, { finishedAt }) })
  const summary = summaryOf({
    phase: 'Running',
    containerStatuses: [
      running('a', { restartCount: 2, ...lastState('2024-03-01T10:00:00Z') }),
      running('b', { restartCount: 1, ...lastState('2024-03-02T10:00:00Z') }),
    ],
  })
  assert.equal(summary.restarts, 3)
  assert.equal(summary.restartedAt, '2024-03-02T10:00:00Z')
})

test('a pod that is being deleted is Terminating, unless it has ended', () => {
  const metadata = { deletionTimestamp: '2024-03-01T10:00:00Z' }
  assert.equal(summaryOf({ phase: 'Running' }, {}, metadata).status, 'Terminating')
  assert.equal(summaryOf({ phase: 'Succeeded' }, {}, metadata).status, 'Succeeded')
  assert.equal(summaryOf({ phase: 'Running', reason: 'NodeLost' }, {}, metadata).status, 'Unknown')
})

test('a gated pod is SchedulingGated', () => {
  const conditions = [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }]
  assert.equal(summaryOf({ phase: 'Pending', conditions }).status, 'SchedulingGated')
})

test('a completed pod that still runs a container is running or not ready', () => {
  const reported = { phase: 'Running', reason: 'Completed', containerStatuses: [running('main')] }
  assert.equal(summaryOf(reported).status, 'NotReady')
  const conditions = [{ type: 'Ready', status: 'True' }]
  assert.equal(summaryOf({ ...reported, conditions }).status, 'Running')
})

const cellOf = (name: string, object: object) => {
  const column = podColumns.find((column) => column.name === name)
  return column?.cell?.(pod.storageVersion.decode(object), Date.parse('2020-01-01T01:00:00Z'))
}

test('a restart is told with its age, if that is known', () => {
  const ended = { exitCode: 1, finishedAt: '2020-01-01T00:30:00Z' }
  const status = (lastState: object) => ({
    status: { containerStatuses: [running('main', { restartCount: 2, lastState })] },
  })
  assert.equal(cellOf('Restarts', status({ terminated: ended })), '2 (30m ago)')
  assert.equal(cellOf('Restarts', status({})), '2')
  assert.equal(cellOf('Restarts', {}), '0')
})

test('the first condition of the type of a gate says whether it is open', () => {
  const readinessGates = [{ conditionType: 'a' }, { conditionType: 'b' }, { conditionType: 'c' }]
  const conditions = [
    { type: 'a', status: 'False' },
    { type: 'a', status: 'True' },
    { type: 'b', status: 'True' },
  ]
  assert.equal(cellOf('Readiness Gates', { spec: { readinessGates }, status: { conditions } }), '1/3')
  assert.equal(cellOf('Readiness Gates', {}), '<none>')
})

const podIn = (phase: string) => pod.storageVersion.decode({ status: { phase } })

test('rows of pods that have ended say so', () => {
  const conditionOf = (phase: string) =>
    podColumns
      .flatMap((column) => ('rowConditions' in column && column.rowConditions(podIn(phase))) || [])
      .map(({ type, status, reason, message }) => [type, status, reason, message])
  assert.deepEqual(conditionOf('Running'), [])
  assert.deepEqual(conditionOf('Failed'), [['Completed', 'True', 'Failed', 'The pod failed.']])
  const succeeded = ['Completed', 'True', 'Succeeded', 'The pod has completed successfully.']
  assert.deepEqual(conditionOf('Succeeded'), [succeeded])
})
