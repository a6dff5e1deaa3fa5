import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  CLUSTERS,
  cluster,
  DAEMONSETS,
  DEPLOYMENTS,
  daemonSet,
  deployment,
  INGRESSES,
  ingress,
  KINDS,
} from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'

onEveryEngine('replace', (client) => {
  for (const { path, make } of KINDS) {
    it(`${make('x').kind}: the resource version is a precondition`, async () => {
      const { body: first } = await client.post(path, make('versioned'))
      const change = { ...first, metadata: { ...first.metadata, annotations: { changed: 'once' } } }
      const second = await client.put(`${path}/versioned`, change)
      assert.equal(second.status, 200)
      assert.notEqual(second.body.metadata.resourceVersion, first.metadata.resourceVersion)
      const stale = await client.put(`${path}/versioned`, {
        ...change,
        metadata: { ...change.metadata, annotations: {} },
      })
      assert.equal(stale.status, 409)
      assert.equal((await client.get(`${path}/versioned`)).text, second.text)
    })

    it(`${make('x').kind}: an unchanged replacement keeps the resource version`, async () => {
      const { body, text } = await client.get(`${path}/versioned`)
      assert.equal((await client.put(`${path}/versioned`, body)).text, text)
    })
  }

  it('of many replacements with the same resource version, exactly one succeeds', async () => {
    const { body } = await client.post(INGRESSES, ingress('contested'))
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const metadata = { ...body.metadata, labels: { winner: `w${index}` } }
        return client.put(`${INGRESSES}/contested`, { ...body, metadata })
      }),
    )
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    assert.equal(responses.filter(({ status }) => status === 409).length, 19)
  })

  it('replacements without a resource version all succeed, one after the other', async () => {
    await client.post(DEPLOYMENTS, deployment('last-wins'))
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, replicas) =>
        client.put(`${DEPLOYMENTS}/last-wins`, deployment('last-wins', { replicas: replicas + 2 })),
      ),
    )
    assert.ok(responses.every(({ status }) => status === 200))
    const generations = responses.map(({ body }) => body.metadata.generation).sort((a, b) => a - b)
    assert.deepEqual(
      generations,
      Array.from({ length: 20 }, (_, index) => index + 2),
    )
  })

  it('a resource version that is not a number is rejected', async () => {
    const body = ingress('contested')
    body.metadata.resourceVersion = 'latest'
    const { status, body: response } = await client.put(`${INGRESSES}/contested`, body)
    assert.equal(status, 400)
    assert.match(response.message, /^metadata\.resourceVersion: .*"latest"/)
  })

  it('equal quantities do not raise the generation', async () => {
    const withCpu = (cpu: string) => {
      const body = deployment('quantities')
      body.spec.template.spec.containers[0].resources = { limits: { cpu } }
      return body
    }
    await client.post(DEPLOYMENTS, withCpu('1.500'))
    const { body } = await client.put(`${DEPLOYMENTS}/quantities`, withCpu('1500m'))
    assert.equal(body.metadata.generation, 1)
    assert.equal(body.spec.template.spec.containers[0].resources.limits.cpu, '1500m')
  })

  it('annotations raise the generation of a deployment, but not of a daemon set', async () => {
    await client.post(DEPLOYMENTS, deployment('noted'))
    await client.post(DAEMONSETS, daemonSet('noted'))
    const note = (body: { metadata: object }) => ({
      ...body,
      metadata: { ...body.metadata, annotations: { a: 'b' } },
    })
    assert.equal(
      (await client.put(`${DEPLOYMENTS}/noted`, note(deployment('noted')))).body.metadata.generation,
      2,
    )
    assert.equal(
      (await client.put(`${DAEMONSETS}/noted`, note(daemonSet('noted')))).body.metadata.generation,
      1,
    )
  })

  it('clusters are validated on replace as on create', async () => {
    await client.post(CLUSTERS, cluster('checked'))
    const { status } = await client.put(
      `${CLUSTERS}/checked`,
      cluster('checked', { serverAddressByClientCIDRs: [] }),
    )
    assert.equal(status, 422)
  })
})
