import { type HostileRequest, MIB, type PlainRequest } from '../support/hostile-request.js'
import type { HostileServer } from '../support/hostile-server.js'

/** Writes that make the server compare two long lists: of the stored object, of the same object, or of another kind. */

const NAMESPACE = '/api/v1/namespaces/long-lists'
const JSON_BODY = { 'content-type': 'application/json' }

const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const amounts = (count: number) => Object.fromEntries(list(count, (index) => [`example.com/r${index}`, '1']))
const container = (name: string, more: object = {}) => ({ name, image: 'web:1', ...more })

const post = (path: string, body: object): PlainRequest => ({
  method: 'POST',
  path,
  headers: JSON_BODY,
  body: JSON.stringify(body),
})
const put = (path: string, body: object): PlainRequest => ({ ...post(path, body), method: 'PUT' })

interface Meeting {
  readonly name: string
  readonly expect: readonly number[]
  /** Prepares the server. */
  readonly stored: readonly (() => PlainRequest)[]
  readonly request: () => PlainRequest
}

const tolerations = (value: string) =>
  list(15_000, (index) => ({ key: `k${index}`, value, effect: 'NoExecute' }))
const statuses = (state: object) =>
  list(4000, (index) => ({
    name: `c${index}`,
    image: 'web:1',
    imageID: '',
    restartCount: 0,
    ready: false,
    state,
  }))
const pod = (name: string, spec: object, more: object = {}) => ({
  metadata: { name },
  spec: { containers: [container('main')], ...spec },
  ...more,
})

const MEETINGS: readonly Meeting[] = [
  {
    name: '15,000 unchanged tolerations of a pod',
    expect: [200],
    stored: [() => post(`${NAMESPACE}/pods`, pod('tolerant', { tolerations: tolerations('a') }))],
    request: () =>
      put(`${NAMESPACE}/pods/tolerant`, pod('tolerant', { tolerations: [...tolerations('a')].reverse() })),
  },
  {
    name: '4,000 terminated and 4,000 running containers',
    expect: [422],
    stored: [
      () => post(`${NAMESPACE}/pods`, pod('ended', { restartPolicy: 'Never' })),
      () =>
        put(
          `${NAMESPACE}/pods/ended/status`,
          pod('ended', {}, { status: { containerStatuses: statuses({ terminated: { exitCode: 0 } }) } }),
        ),
    ],
    request: () =>
      put(
        `${NAMESPACE}/pods/ended/status`,
        pod('ended', {}, { status: { containerStatuses: [...statuses({ running: {} })].reverse() } }),
      ),
  },
  {
    name: '30,000 image pull secrets without a name',
    expect: [201],
    stored: [],
    request: () =>
      post(`${NAMESPACE}/pods?dryRun=All`, pod('nameless', { imagePullSecrets: list(30_000, () => ({})) })),
  },
  {
    name: '3,000 containers, and limits for 9,000 resources',
    expect: [403],
    stored: [
      () =>
        post('/api/v1/namespaces/limited/limitranges', {
          metadata: { name: 'many' },
          spec: { limits: [{ type: 'Container', default: amounts(9000) }] },
        }),
    ],
    request: () =>
      post('/api/v1/namespaces/limited/pods', {
        metadata: { name: 'limited' },
        spec: { containers: list(3000, (index) => container(`c${index}`)) },
      }),
  },
  {
    name: '2,000 containers, one with 2,000 resources, and a quota for as many resources',
    expect: [201],
    stored: [
      () =>
        post('/api/v1/namespaces/bounded/resourcequotas', {
          metadata: { name: 'many' },
          spec: { hard: { 'requests.cpu': '1' }, scopes: list(10_000, () => 'NotTerminating') },
        }),
      () =>
        put('/api/v1/namespaces/bounded/resourcequotas/many/status', {
          metadata: { name: 'many' },
          spec: { hard: { 'requests.cpu': '1' } },
          status: {
            hard: Object.fromEntries(list(2000, (index) => [`requests.example.com/r${index}`, '9'])),
            used: Object.fromEntries(list(2000, (index) => [`requests.example.com/r${index}`, '0'])),
          },
        }),
    ],
    request: () =>
      post('/api/v1/namespaces/bounded/pods?dryRun=All', {
        metadata: { name: 'bounded' },
        spec: {
          containers: list(2000, (index) =>
            container(
              `c${index}`,
              index === 0 ? { resources: { requests: amounts(2000), limits: amounts(2000) } } : {},
            ),
          ),
        },
      }),
  },
  {
    name: '2,000 tolerations, and a runtime class with one more',
    expect: [403],
    stored: [
      () =>
        post('/apis/node.k8s.io/v1/runtimeclasses', {
          metadata: { name: 'tolerant' },
          handler: 'runc',
          scheduling: { tolerations: [{ key: 'a', operator: 'Exists' }] },
        }),
    ],
    request: () =>
      post(
        `${NAMESPACE}/pods`,
        pod('classed', { runtimeClassName: 'tolerant', tolerations: tolerations('a').slice(0, 2000) }),
      ),
  },
]

export const longLists: readonly HostileRequest[] = MEETINGS.map(({ name, expect, stored, request }) => ({
  name,
  expect,
  prepare: async (server: HostileServer) => {
    for (const make of stored) {
      const { status, beginning } = await server.send(make())
      if (status >= 300) throw new Error(`could not be prepared: ${status} ${beginning}`)
    }
  },
  send: async (server) => [await server.send(request())],
  responseLimit: 9 * MIB,
}))
