import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  condition,
  eventually,
  Federation,
  type RestartableServer,
} from '#test/federation/clusters-of-servers.js'
import { APPS, CORE, deployment } from '#test/federation/federated-objects.js'
import type { Json } from '#test/support/client.js'

const SHARED = '/apis/multicluster.x-k8s.io/v1alpha1/namespaces/shop'
const EXPORTS = `${SHARED}/serviceexports`
const IMPORTS = `${SHARED}/serviceimports`
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices'
const SERVICE_NAME = 'multicluster.kubernetes.io/service-name'
const SOURCE = 'multicluster.kubernetes.io/source-cluster'
const NAMES = ['east', 'west']

const service = (ports: Json[], more: Json = {}) => ({
  metadata: { name: 'web' },
  spec: { selector: { app: 'web' }, ports, ...more },
})

/** The addresses behind an imported service by their cluster. */
async function imported(server: RestartableServer): Promise<Json> {
  const { items } = await server.get(`${SLICES}?labelSelector=${SERVICE_NAME}%3Dweb`)
  const found: Record<string, string[]> = {}
  for (const { metadata, endpoints } of items) {
    const cluster = metadata.labels[SOURCE]
    const addresses = (endpoints ?? []).flatMap((endpoint: Json) => endpoint.addresses)
    found[cluster] = [...(found[cluster] ?? []), ...addresses].sort()
  }
  return found
}

/** The addresses of the service in its own cluster. */
async function own(server: RestartableServer): Promise<string[]> {
  const { items } = await server.get(`${SLICES}?labelSelector=kubernetes.io/service-name%3Dweb`)
  return items.flatMap(({ endpoints }: Json) => endpoints.flatMap(({ addresses }: Json) => addresses)).sort()
}

const statusOf = (object: Json, type: string) => {
  const { status, reason } = condition(object, type) ?? {}
  return `${status} ${reason}`
}

describe('exported services', () => {
  it('are imported by all members that have the namespace', async (t) => {
    const federation = await Federation.start(t, NAMES)
    const { host } = federation
    const [east, west] = NAMES.map((name) => federation.member(name)) as [
      RestartableServer,
      RestartableServer,
    ]
    // Nothing is brought to members before something is exported.
    assert.equal(await east.find('/apis/multicluster.x-k8s.io'), undefined)

    await host.create('/api/v1/namespaces', { metadata: { name: 'shop' } })
    await host.create(`${APPS}/deployments`, deployment('web', 4))
    await host.create(`${CORE}/services`, service([{ name: 'http', port: 80 }]))
    await eventually('the host serves the kinds', () => host.get(EXPORTS))
    const { status, headers } = await host.client.post(EXPORTS, {
      apiVersion: 'multicluster.x-k8s.io/v1alpha1',
      kind: 'ServiceExport',
      metadata: { name: 'web' },
    })
    assert.deepEqual([status, headers.get('warning')], [201, null])

    await eventually('both members have the endpoints of both', async () => {
      const expected = { east: await own(east), west: await own(west) }
      assert.deepEqual([expected.east.length, expected.west.length], [2, 2])
      for (const member of [east, west]) assert.deepEqual(await imported(member), expected)
    })
    const found = await eventually('the import has the address of its service', async () => {
      const { spec, status } = await west.get(`${IMPORTS}/web`)
      assert.deepEqual(status, { clusters: [{ cluster: 'east' }, { cluster: 'west' }] })
      assert.equal(spec.ips.length, 1)
      return spec
    })
    assert.deepEqual(found, {
      type: 'ClusterSetIP',
      ips: found.ips,
      ports: [{ name: 'http', protocol: 'TCP', port: 80 }],
      sessionAffinity: 'None',
    })
    const { items } = await west.get(`${CORE}/services`)
    const derived = items.find(({ spec }: Json) => spec.clusterIP === found.ips[0])
    assert.match(derived.metadata.name, /^derived-/)
    const { items: slices } = await west.get(`${SLICES}?labelSelector=${SOURCE}%3Deast`)
    assert.equal(slices[0].metadata.labels['kubernetes.io/service-name'], derived.metadata.name)
    assert.equal(slices[0].endpoints[0].targetRef, undefined)
    await eventually('the host reports the export', async () => {
      const object = await host.get(`${EXPORTS}/web`)
      assert.equal(statusOf(object, 'Valid'), 'True Valid')
      assert.equal(statusOf(object, 'Conflict'), 'False NoConflicts')
      assert.equal((await host.get(`${IMPORTS}/web`)).status.clusters.length, 2)
    })

    // What others change is repaired.
    await west.delete(`${SLICES}/${slices[0].metadata.name}`)
    await eventually('the slice is back', async () => {
      assert.deepEqual(Object.keys(await imported(west)).sort(), NAMES)
    })

    await east.stop()
    await eventually('the endpoints of a lost cluster go', async () => {
      assert.deepEqual(Object.keys(await imported(west)), ['west'])
      assert.deepEqual((await west.get(`${IMPORTS}/web`)).status.clusters, [{ cluster: 'west' }])
    })
    await east.start()
    await eventually('and come back', async () => {
      assert.deepEqual(Object.keys(await imported(west)).sort(), NAMES)
    })

    // A host that was away finds what it has to remove.
    await host.delete(`${EXPORTS}/web`)
    await host.stop()
    await host.start()
    await eventually('nothing is left', async () => {
      for (const member of [east, west]) {
        assert.deepEqual(await imported(member), {})
        assert.equal(await member.find(`${IMPORTS}/web`), undefined)
        const { items } = await member.get(`${CORE}/services`)
        assert.deepEqual(
          items.map(({ metadata }: Json) => metadata.name),
          ['web'],
        )
      }
      assert.equal(await host.find(`${IMPORTS}/web`), undefined)
    })
  })

  it('report conflicts, and what cannot be exported', async (t) => {
    const federation = await Federation.start(t, NAMES)
    const { host } = federation
    const [east, west] = NAMES.map((name) => federation.member(name)) as [
      RestartableServer,
      RestartableServer,
    ]
    await host.create('/api/v1/namespaces', { metadata: { name: 'shop' } })
    // An export on the host brings the kinds to all members.
    await eventually('the host serves the kinds', () => host.get(EXPORTS))
    await host.create(EXPORTS, {
      apiVersion: 'multicluster.x-k8s.io/v1alpha1',
      kind: 'ServiceExport',
      metadata: { name: 'nothing' },
    })
    for (const member of [east, west]) {
      await eventually('the kinds are there', () => member.get(EXPORTS))
      await eventually('the namespace is there', () => member.get(CORE))
    }
    await eventually('there is no such service', async () => {
      assert.equal(statusOf(await host.get(`${EXPORTS}/nothing`), 'Valid'), 'False NoService')
    })

    const webExport = {
      apiVersion: 'multicluster.x-k8s.io/v1alpha1',
      kind: 'ServiceExport',
      metadata: { name: 'web' },
    }
    await east.create(`${CORE}/services`, service([{ name: 'http', port: 80 }]))
    await east.create(EXPORTS, webExport)
    await eventually('the first export is valid', async () => {
      assert.equal(statusOf(await east.get(`${EXPORTS}/web`), 'Conflict'), 'False NoConflicts')
    })
    // Times have seconds.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await west.create(`${CORE}/services`, service([{ name: 'http', port: 8080 }], { clusterIP: 'None' }))
    await west.create(EXPORTS, webExport)
    for (const member of [east, west]) {
      await eventually('both report the conflict', async () => {
        const object = await member.get(`${EXPORTS}/web`)
        assert.equal(statusOf(object, 'Valid'), 'True Valid')
        assert.equal(statusOf(object, 'Conflict'), 'True TypeConflict')
        assert.match(condition(object, 'Conflict').message, /http 8080\/TCP of west is left out/)
        const { spec } = await member.get(`${IMPORTS}/web`)
        assert.deepEqual([spec.type, spec.ports[0].port], ['ClusterSetIP', 80])
      })
    }
    // Now the other one is alone: a headless service has no address.
    await east.delete(`${EXPORTS}/web`)
    await eventually('the rest is headless', async () => {
      const { spec, status } = await east.get(`${IMPORTS}/web`)
      assert.deepEqual([spec.type, spec.ips ?? [], status.clusters], ['Headless', [], [{ cluster: 'west' }]])
      assert.equal(statusOf(await west.get(`${EXPORTS}/web`), 'Conflict'), 'False NoConflicts')
      const { items } = await east.get(`${CORE}/services`)
      assert.equal(items.length, 1)
    })
    await west.delete(`${CORE}/services/web`)
    await west.create(`${CORE}/services`, {
      metadata: { name: 'web' },
      spec: { type: 'ExternalName', externalName: 'example.com' },
    })
    await eventually('an alias cannot be exported', async () => {
      assert.equal(statusOf(await west.get(`${EXPORTS}/web`), 'Valid'), 'False InvalidServiceType')
      assert.equal(await east.find(`${IMPORTS}/web`), undefined)
    })
  })
})
