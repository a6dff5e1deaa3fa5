import { KubeConfig } from '@kubernetes/client-node'
import { cutWatch, dropAfter, expireWatch, fail } from 'binnacle/testing'
import { useTestServer } from 'binnacle/vitest'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Operator } from '../src/operator.ts'

/** The user that the operator is in a cluster: its rights are those of deploy/rbac.yaml. */
const OPERATOR = 'system:serviceaccount:website-operator:operator'

const server = useTestServer({
  crds: ['crds/'],
  objects: ['deploy/', 'fixtures/node.yaml'],
  users: { [OPERATOR]: [] },
  simulateWorkloads: true,
})
let operator: Operator

async function startOperator() {
  const config = new KubeConfig()
  config.loadFromString(server.kubeconfig(OPERATOR))
  operator = new Operator(config, { reconnectMs: 20 })
  await operator.start()
}
beforeEach(startOperator)
afterEach(() => operator.stop())

const untilReady = (name: string) =>
  server.until(`website/${name}`, ({ metadata, status }) =>
    status.conditions.some(
      (condition: { type: string; status: string; observedGeneration: number }) =>
        condition.type === 'Ready' &&
        condition.status === 'True' &&
        condition.observedGeneration === metadata.generation,
    ),
  )

const untilReason = (reason: string) =>
  server.until('website/blog', ({ status }) => status.conditions[0].reason === reason)

test('a website gets a Deployment and a Service, and becomes ready', async () => {
  await server.load('fixtures/website.yaml')
  const { status } = await untilReady('blog')
  expect(status.readyReplicas).toBe(2)
  const service = await server.get('v1', 'Service', 'default', 'blog')
  expect(service.spec.ports).toMatchObject([{ port: 80, targetPort: 8080 }])
})

test('a new image and number of replicas are rolled out by the operator', async () => {
  await server.load('fixtures/website.yaml')
  await untilReady('blog')
  await server.client.patch('example.com/v1', 'Website', 'default', 'blog', {
    spec: { image: 'nginx:1.28', replicas: 3 },
  })
  await server.until('deployment/blog', ({ status }) => status.updatedReplicas === 3)
  const managers = []
  for await (const { type, diff, manager } of server.history('deployment/blog')) {
    if (type === 'MODIFIED' && diff.some(({ path }) => path === 'spec.replicas')) managers.push(manager)
  }
  expect(managers).toEqual(['website-operator'])
})

test('what others change or delete is repaired', async () => {
  await server.load('fixtures/website.yaml')
  await untilReady('blog')
  await server.client.patch('apps/v1', 'Deployment', 'default', 'blog', { spec: { replicas: 0 } })
  await server.until('deployment/blog', ({ spec }) => spec.replicas === 2)
  const { metadata } = await server.get('v1', 'Service', 'default', 'blog')
  await server.client.delete('v1', 'Service', 'default', 'blog')
  await server.until('service/blog', (service) => service.metadata.uid !== metadata.uid)
})

test('a deleted website takes its objects with it', async () => {
  await server.load('fixtures/website.yaml')
  await untilReady('blog')
  await server.client.delete('example.com/v1', 'Website', 'default', 'blog')
  await server.until('deployment/blog', 'deleted')
  await server.until('service/blog', 'deleted')
})

test('conflicts are solved by another attempt', async () => {
  const conflict = server.faults.add({ verb: 'update', resource: 'websites', times: 2 }, fail(409))
  await server.load('fixtures/website.yaml')
  await untilReady('blog')
  expect(conflict.fired).toBe(2)
})

test('a response that gets lost does no harm', async () => {
  const lost = server.faults.add(
    { verb: 'patch', resource: ['deployments', 'services'], times: 2 },
    dropAfter(),
  )
  await server.load('fixtures/website.yaml')
  await untilReady('blog')
  expect(lost.fired).toBe(2)
  expect((await server.client.list('apps/v1', 'Deployment')).items).toHaveLength(1)
})

test('nothing is missed when watches break or expire', async () => {
  await operator.stop()
  const cut = server.faults.add({ resource: 'websites', times: 1 }, cutWatch({ afterEvents: 1 }))
  const expired = server.faults.add({ resource: 'deployments', times: 1 }, expireWatch({ afterEvents: 1 }))
  await startOperator()
  await server.load('fixtures/website.yaml')
  await untilReady('blog')
  await server.client.patch('example.com/v1', 'Website', 'default', 'blog', { spec: { replicas: 3 } })
  await untilReady('blog')
  expect([cut.fired, expired.fired]).toEqual([1, 1])
})

test('a rollout that makes no progress is reported after ten minutes', async () => {
  await server.load('fixtures/website.yaml')
  await server.client.patch('example.com/v1', 'Website', 'default', 'blog', { spec: { replicas: 5 } })
  await server.until('website/blog', ({ status }) => status.readyReplicas === 4)
  await untilReason('RollingOut')
  await server.clock.advance('10m')
  const { status } = await untilReason('RolloutFailed')
  expect(status.conditions[0].message).toMatch(/has timed out progressing/)
})

test('the operator sends no needless writes, and is allowed all that it sends', async () => {
  await server.load('fixtures/website.yaml')
  await untilReady('blog')
  await server.settled()
  const sent = server.requests.filter({ user: OPERATOR })
  expect(sent.filter(({ code = 0 }) => code === 403)).toEqual([])
  const statuses = sent
    .filter(({ subresource }) => subresource === 'status')
    .map(({ requestBody }) => requestBody.status.readyReplicas)
  expect(statuses).toEqual([...new Set(statuses)])
})
