import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { ApiResponse, Json } from '../support/client.js'
import { bodyOf, statusOf } from '../support/raw-client.js'
import {
  type AccessOptions,
  type AccessServer,
  created,
  grant,
  MERGE,
  startAccessServer,
} from '../support/servers/access-server.js'
import { CONFIG_MAPS, hold, metric, TOO_MANY, until } from '../support/servers/held-requests.js'
import { startReviewWebhook } from '../support/servers/review-webhook.js'

const FLOW_CONTROL = '/apis/flowcontrol.apiserver.k8s.io/v1'
const SCHEMAS = `${FLOW_CONTROL}/flowschemas`
const LEVELS = `${FLOW_CONTROL}/prioritylevelconfigurations`
const DUMPS = '/debug/api_priority_and_fairness'
const ALL = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]

/** A server with its system objects, where ann and ben may do everything in a namespace. */
async function start(t: TestContext, options: AccessOptions = {}): Promise<AccessServer> {
  const server = await startAccessServer(t, options)
  const admin = server.as('admin')
  await until(async () => (await admin.get(`${SCHEMAS}/probes`)).status === 200)
  await grant(admin, 'test', 'all', ALL, 'ann', 'ben')
  return server
}

/** A level of one seat, on a server with few seats. */
const ONE_SEAT: AccessOptions = { maxRequestsInflight: 1, maxMutatingRequestsInflight: 0 }

interface Queuing {
  readonly queues: number
  readonly handSize: number
  readonly queueLengthLimit: number
}

const levelNamed = (name: string, queuing?: Queuing): Json => ({
  metadata: { name },
  spec: {
    type: 'Limited',
    limited: {
      nominalConcurrencyShares: 1,
      borrowingLimitPercent: 0,
      limitResponse: queuing === undefined ? { type: 'Reject' } : { type: 'Queue', queuing },
    },
  },
})

const schemaNamed = (name: string, level: string, users: readonly string[], precedence = 50): Json => ({
  metadata: { name },
  spec: {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence: precedence,
    distinguisherMethod: { type: 'ByUser' },
    rules: [
      {
        subjects: users.map((user) => ({ kind: 'User', user: { name: user } })),
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['test'] }],
      },
    ],
  },
})

async function route(server: AccessServer, users: readonly string[], queuing?: Queuing): Promise<void> {
  const admin = server.as('admin')
  await created(admin.post(LEVELS, levelNamed('narrow', queuing)))
  await created(admin.post(SCHEMAS, schemaNamed('narrow', 'narrow', users)))
}

const running = (server: AccessServer) =>
  metric(
    server,
    'apiserver_flowcontrol_current_executing_requests{priority_level="narrow",flow_schema="narrow"}',
  )
const waiting = (server: AccessServer) =>
  metric(
    server,
    'apiserver_flowcontrol_current_inqueue_requests{priority_level="narrow",flow_schema="narrow"}',
  )

const headersOf = ({ headers }: Pick<ApiResponse, 'headers'>) => [
  headers.get('x-kubernetes-pf-flowschema-uid'),
  headers.get('x-kubernetes-pf-prioritylevel-uid'),
]

async function uidsOf(server: AccessServer, schema: string, level: string): Promise<readonly string[]> {
  const admin = server.as('admin')
  const objects = await Promise.all([admin.get(`${SCHEMAS}/${schema}`), admin.get(`${LEVELS}/${level}`)])
  return objects.map(({ body }) => body.metadata.uid)
}

/** Cells of a dump by column. */
function rowsOf(text: string): readonly Record<string, string>[] {
  const [columns = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ''])))
}

describe('the headers of a response', () => {
  it('name the flow schema and the priority level of the request', async (t) => {
    const server = await start(t)
    const ann = server.as('ann')
    const usual = await uidsOf(server, 'global-default', 'global-default')
    assert.ok(usual.every((uid) => /^[0-9a-f-]{36}$/.test(uid)))
    assert.deepEqual(headersOf(await ann.get(CONFIG_MAPS)), usual)
    assert.deepEqual(headersOf(await ann.get(`${CONFIG_MAPS}/missing`)), usual)
    assert.deepEqual(headersOf(await ann.post(CONFIG_MAPS, { metadata: { name: 'a' } })), usual)
    assert.deepEqual(headersOf(await ann.get(`${CONFIG_MAPS}/a`)), usual)
    const forbidden = await ann.get('/api/v1/namespaces/other/configmaps')
    assert.deepEqual([forbidden.status, ...headersOf(forbidden)], [403, ...usual])
    const watch = await ann.open(`${CONFIG_MAPS}?watch=true`)
    assert.deepEqual(headersOf(watch), usual)
    await watch.body?.cancel()

    const exempt = await uidsOf(server, 'exempt', 'exempt')
    assert.deepEqual(headersOf(await server.as('admin').get(CONFIG_MAPS)), exempt)
    const probes = await uidsOf(server, 'probes', 'exempt')
    assert.deepEqual(headersOf(await server.anonymous.get('/readyz')), probes)
    const unknown = await server.as('nobody').get(CONFIG_MAPS)
    assert.deepEqual([unknown.status, ...headersOf(unknown)], [401, null, null])
  })
})

describe('a flow schema', () => {
  it('acts from the next request on, until it is deleted', async (t) => {
    const server = await start(t)
    const admin = server.as('admin')
    const schemaOf = async (user: string, path = CONFIG_MAPS) => headersOf(await server.as(user).get(path))[0]
    await created(admin.post(SCHEMAS, schemaNamed('late', 'workload-low', ['ann'], 60)))
    const [late] = await uidsOf(server, 'late', 'workload-low')
    const [usual] = await uidsOf(server, 'global-default', 'global-default')
    assert.equal(await schemaOf('ann'), late)
    assert.equal(await schemaOf('ben'), usual)
    assert.equal(await schemaOf('ann', '/api/v1/namespaces/other/configmaps'), usual)

    await created(admin.post(SCHEMAS, schemaNamed('b', 'workload-low', ['ann', 'ben'], 50)))
    await created(admin.post(SCHEMAS, schemaNamed('a', 'workload-low', ['ann'], 50)))
    const [b] = await uidsOf(server, 'b', 'workload-low')
    const [a] = await uidsOf(server, 'a', 'workload-low')
    assert.deepEqual([await schemaOf('ann'), await schemaOf('ben')], [a, b])
    await admin.send('PATCH', `${SCHEMAS}/a`, { spec: { matchingPrecedence: 70 } }, MERGE)
    assert.equal(await schemaOf('ann'), b)
    await admin.delete(`${SCHEMAS}/b`)
    assert.deepEqual([await schemaOf('ann'), await schemaOf('ben')], [late, usual])
  })

  it('without its level is dangling and matches nothing', async (t) => {
    const server = await start(t)
    const admin = server.as('admin')
    await created(admin.post(SCHEMAS, schemaNamed('narrow', 'narrow', ['ann'])))
    const usual = await uidsOf(server, 'global-default', 'global-default')
    assert.deepEqual(headersOf(await server.as('ann').get(CONFIG_MAPS)), usual)
    const condition = async () => (await admin.get(`${SCHEMAS}/narrow`)).body.status.conditions?.[0]
    await until(async () => (await condition())?.status === 'True')
    assert.deepEqual(await condition(), {
      type: 'Dangling',
      status: 'True',
      lastTransitionTime: (await condition()).lastTransitionTime,
      reason: 'NotFound',
      message:
        'This FlowSchema references the PriorityLevelConfiguration object named "narrow" but there is no such object',
    })
    await created(admin.post(LEVELS, levelNamed('narrow')))
    const own = await uidsOf(server, 'narrow', 'narrow')
    assert.deepEqual(headersOf(await server.as('ann').get(CONFIG_MAPS)), own)
    await until(async () => (await condition()).reason === 'Found')
    assert.equal((await condition()).status, 'False')
  })
})

describe('a priority level of one seat', () => {
  it('rejects what is over its limit, and nobody else', async (t) => {
    const server = await start(t, ONE_SEAT)
    await route(server, ['ann'])
    const held = await hold(server, 'ann')
    await until(async () => (await running(server)) === 1)
    const rejected = await server.as('ann').get(CONFIG_MAPS)
    assert.equal(rejected.status, 429)
    assert.equal(rejected.headers.get('retry-after'), '1')
    assert.deepEqual(rejected.body, TOO_MANY)
    assert.deepEqual(headersOf(rejected), await uidsOf(server, 'narrow', 'narrow'))
    const labels = 'priority_level="narrow",flow_schema="narrow"'
    const rejections = `apiserver_flowcontrol_rejected_requests_total{${labels},reason="concurrency-limit"}`
    assert.equal(await metric(server, rejections), 1)
    assert.equal(
      await metric(server, 'apiserver_flowcontrol_nominal_limit_seats{priority_level="narrow"}'),
      1,
    )

    assert.equal((await server.as('ben').get(CONFIG_MAPS)).status, 200)
    assert.equal((await server.as('admin').get(CONFIG_MAPS)).status, 200)
    assert.equal((await server.anonymous.get('/readyz')).status, 200)
    const watch = await server.as('ann').open(`${CONFIG_MAPS}?watch=true`)
    assert.equal(watch.status, 200)
    await watch.body?.cancel()
    assert.equal(statusOf(await held.finish()), 201)
    assert.equal((await server.as('ann').get(CONFIG_MAPS)).status, 200)
  })

  it('lets requests wait before they are authorized, as many as its queue has room for', async (t) => {
    const server = await start(t, ONE_SEAT)
    await route(server, ['ann'], { queues: 1, handSize: 1, queueLengthLimit: 1 })
    const held = await hold(server, 'ann')
    await until(async () => (await running(server)) === 1)
    const late = server.as('ann').post(CONFIG_MAPS, { metadata: { name: 'late' } })
    await until(async () => (await waiting(server)) === 1)
    assert.equal(await metric(server, 'apiserver_current_inqueue_requests{request_kind="mutating"}'), 1)
    const rejected = await server.as('ann').get(CONFIG_MAPS)
    assert.equal(rejected.status, 429)
    assert.deepEqual(rejected.body, TOO_MANY)
    assert.equal(statusOf(await held.finish()), 201)
    assert.equal((await late).status, 201)
    assert.deepEqual([await running(server), await waiting(server)], [0, 0])
  })

  it('serves a user before most requests of another who has sent many', async (t) => {
    const server = await start(t, ONE_SEAT)
    await route(server, ['ann', 'ben'], { queues: 64, handSize: 1, queueLengthLimit: 50 })
    const held = await hold(server, 'ann')
    await until(async () => (await running(server)) === 1)
    const order: string[] = []
    const create = async (user: string, name: string) => {
      const { status } = await server.as(user).post(CONFIG_MAPS, { metadata: { name } })
      assert.equal(status, 201)
      order.push(user)
    }
    const flood = Array.from({ length: 20 }, (_, index) => create('ann', `ann-${index}`))
    await until(async () => (await waiting(server)) === 20)
    const few = create('ben', 'ben')
    await until(async () => (await waiting(server)) === 21)
    await held.finish()
    await Promise.all([few, ...flood])
    assert.ok(order.indexOf('ben') < 10, order.join(' '))
  })

  it('forgets waiting requests whose clients disconnect', async (t) => {
    const server = await start(t, ONE_SEAT)
    await route(server, ['ann'], { queues: 1, handSize: 1, queueLengthLimit: 5 })
    const held = await hold(server, 'ann')
    await until(async () => (await running(server)) === 1)
    const gone = await hold(server, 'ann')
    await until(async () => (await waiting(server)) === 1)
    gone.leave()
    await until(async () => (await waiting(server)) === 0)
    held.leave()
    await until(async () => (await running(server)) === 0)
    assert.equal((await server.as('ann').post(CONFIG_MAPS, { metadata: { name: 'x' } })).status, 201)
  })

  it('gives its requests more seats when it is changed', async (t) => {
    const server = await start(t, { maxRequestsInflight: 10, maxMutatingRequestsInflight: 0 })
    await route(server, ['ann'], { queues: 1, handSize: 1, queueLengthLimit: 5 })
    const held = await hold(server, 'ann')
    await until(async () => (await running(server)) === 1)
    const late = await hold(server, 'ann')
    await until(async () => (await waiting(server)) === 1)
    const change = { spec: { limited: { nominalConcurrencyShares: 1_000 } } }
    await server.as('admin').send('PATCH', `${LEVELS}/narrow`, change, MERGE)
    await until(async () => (await running(server)) === 2)
    assert.deepEqual((await Promise.all([held.finish(), late.finish()])).map(statusOf), [201, 201])
  })
})

describe('the dumps of priority and fairness', () => {
  it('show levels, queues and requests', async (t) => {
    const server = await start(t, ONE_SEAT)
    await route(server, ['ann'], { queues: 2, handSize: 1, queueLengthLimit: 5 })
    const admin = server.as('admin')
    const held = await hold(server, 'ann')
    await until(async () => (await running(server)) === 1)
    const late = await hold(server, 'ann')
    await until(async () => (await waiting(server)) === 1)

    const levels = rowsOf((await admin.get(`${DUMPS}/dump_priority_levels`)).text)
    assert.deepEqual(
      levels.find(({ PriorityLevelName }) => PriorityLevelName === 'narrow'),
      {
        ...{ PriorityLevelName: 'narrow', ActiveQueues: '1', IsIdle: 'false', IsQuiescing: 'false' },
        ...{ WaitingRequests: '1', ExecutingRequests: '1', DispatchedRequests: '1' },
        ...{ RejectedRequests: '0', TimedoutRequests: '0', CancelledRequests: '0' },
      },
    )
    const queues = rowsOf((await admin.get(`${DUMPS}/dump_queues`)).text).filter(
      ({ PriorityLevelName }) => PriorityLevelName === 'narrow',
    )
    assert.deepEqual(
      queues.map(({ Index }) => Index),
      ['0', '1'],
    )
    assert.deepEqual(queues.map(({ PendingRequests }) => Number(PendingRequests)).sort(), [0, 1])

    const response = await admin.get(`${DUMPS}/dump_requests?includeRequestDetails=1`)
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    const requests = rowsOf(response.text).filter(({ FlowSchemaName }) => FlowSchemaName === 'narrow')
    assert.deepEqual(
      requests.map(({ FlowDistingsher, UserName, Verb, APIPath, Namespace, Resource, InitialSeats }) => [
        ...[FlowDistingsher, UserName, Verb, APIPath, Namespace, Resource, InitialSeats],
      ]),
      Array(2).fill(['ann', 'ann', 'create', CONFIG_MAPS, 'test', 'configmaps', '1']),
    )
    assert.deepEqual(requests.map(({ RequestIndexInQueue }) => RequestIndexInQueue).sort(), ['-1', '0'])
    assert.ok(requests.some(({ StartTime }) => StartTime === '0001-01-01T00:00:00Z'))
    // The dump itself runs, in a level without queues.
    const [self] = rowsOf((await admin.get(`${DUMPS}/dump_requests`)).text)
    assert.deepEqual([self?.FlowSchemaName, self?.QueueIndex], ['exempt', '-1'])
    const responses = await Promise.all([held.finish(), late.finish()])
    assert.deepEqual(
      responses.map((text) => JSON.parse(bodyOf(text)).kind),
      ['ConfigMap', 'ConfigMap'],
    )
  })

  it('need a permission for their paths', async (t) => {
    const server = await start(t)
    for (const name of ['dump_priority_levels', 'dump_queues', 'dump_requests']) {
      assert.equal((await server.as('ann').get(`${DUMPS}/${name}`)).status, 403)
      assert.equal((await server.as('admin').get(`${DUMPS}/${name}`)).status, 200)
    }
  })
})

describe('limits of 0', () => {
  it('leave all levels without a limit', async (t) => {
    const server = await start(t, { maxRequestsInflight: 0, maxMutatingRequestsInflight: 0 })
    await route(server, ['ann'])
    const held = await Promise.all(Array.from({ length: 300 }, () => hold(server, 'ann')))
    await until(async () => (await running(server)) === 300)
    const responses = await Promise.all(held.map(({ finish }) => finish()))
    assert.ok(responses.every((response) => statusOf(response) === 201))
  })
})

describe('the time that a webhook needs to know the user', () => {
  it('is not time in a queue', async (t) => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const status = { authenticated: true, user: { username: 'ann' } }
    const { kubeconfig, reviews } = await startReviewWebhook(t, () => status, asked)
    const server = await start(t, { tokenWebhookConfigFile: kubeconfig })
    const sent = server.as('of-ann').get(CONFIG_MAPS)
    await until(async () => reviews.length === 1)
    answer()
    assert.equal((await sent).status, 200)
    const waits = 'apiserver_flowcontrol_request_wait_duration_seconds'
    const labels = '{priority_level="global-default",flow_schema="global-default",execute="true"}'
    assert.equal(await metric(server, `${waits}_count${labels}`), 1)
    assert.equal(await metric(server, `${waits}_sum${labels}`), 0)
  })
})
