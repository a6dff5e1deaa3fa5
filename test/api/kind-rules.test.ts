import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEveryEngine } from '../support/server.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }

onEveryEngine('rules of single kinds', (client) => {
  it('a node gives all of its capacity, unless it says less', async () => {
    const create = (name: string, status: object) =>
      client.post('/api/v1/nodes', { metadata: { name }, status })
    const capacity = { cpu: '4', memory: '1Gi' }
    assert.deepEqual((await create('all', { capacity })).body.status.allocatable, capacity)
    assert.deepEqual((await client.get('/api/v1/nodes/all')).body.status.allocatable, capacity)
    const allocatable = { cpu: '3' }
    assert.deepEqual((await create('less', { capacity, allocatable })).body.status.allocatable, allocatable)
    await create('silent', {})
    const report = await client.send('PATCH', '/api/v1/nodes/silent/status', { status: { capacity } }, MERGE)
    assert.deepEqual(report.body.status.allocatable, capacity)
  })

  it('a name of a port needs a letter, in the words of the group that asks for it', async () => {
    const port = { port: 80, targetPort: '80' }
    const service = { metadata: { name: 'web' }, spec: { clusterIP: 'None', ports: [port] } }
    const template = (spec: object) => ({
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec },
      },
    })
    const container = { name: 'main', image: 'web:1' }
    const probed = template({
      containers: [
        {
          ...container,
          ports: [{ name: '80', containerPort: 80 }],
          livenessProbe: { tcpSocket: { port: '80' } },
          lifecycle: { preStop: { httpGet: { path: '/', port: '80' } } },
        },
      ],
    })
    const TODAY = 'Invalid value: "80": must contain at least one letter (a-z)'
    const LEGACY = 'Invalid value: "80": must contain at least one letter or number (a-z, 0-9)'
    for (const [path, body, messages] of [
      ['/api/v1/namespaces/test/services', service, [TODAY]],
      ['/apis/apps/v1/namespaces/test/deployments', probed, [TODAY, TODAY, TODAY]],
      ['/apis/extensions/v1beta1/namespaces/test/deployments', probed, [LEGACY, LEGACY, LEGACY]],
    ] as const) {
      const answer = await client.post(path, body)
      const causes: { message: string }[] = answer.body.details.causes
      assert.deepEqual(
        causes.map(({ message }) => message),
        messages,
        path,
      )
    }
  })
})
