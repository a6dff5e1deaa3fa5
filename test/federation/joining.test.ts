import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '#cli/run.js'
import { Terminal } from '#cli/terminal.fixture.js'
import { readKubeconfig } from '#federation/members/kubeconfig.js'
import { MemberClient } from '#federation/members/member-client.js'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { eventually } from './clusters-of-servers.js'

const CLUSTERS = '/apis/federation/v1beta1/clusters'
const SECRET = '/api/v1/namespaces/federation-system/secrets/c1'
const ACCOUNT = 'binnacle-federation-c1'
const ACCOUNTS = '/api/v1/namespaces/federation-system/serviceaccounts'
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles'

interface Stage {
  readonly host: Client
  readonly hostUrl: string
  /** The administrator's kubeconfig of the member. */
  readonly kubeconfig: string
  readonly folder: string
  /** As the administrator. */
  member(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Json>
  command(...argv: string[]): Promise<{ code: number; out: string[]; err: string[] }>
}

/** A host, and a member with authentication and TLS. Secrets get no tokens there, so that these are requested. */
async function stage(t: TestContext): Promise<Stage> {
  const { path: folder, remove } = await temporaryFolder()
  t.after(remove)
  const host = await startTestServer({ federation: true })
  t.after(() => host.close())
  const member = await startTestServer({
    ...{ tls: { selfSigned: true }, dataDir: folder },
    controllers: ['*', '-serviceaccount-token-controller'],
  })
  t.after(() => member.close())
  const kubeconfig = join(folder, 'admin.kubeconfig')
  const admin = new MemberClient(await readKubeconfig(await readFile(kubeconfig, 'utf8')))
  t.after(() => admin.close())
  return {
    host: new Client(host.url),
    hostUrl: host.url,
    kubeconfig,
    folder,
    member: (method, path, body) =>
      admin.send({
        method,
        path,
        body,
        ...(method === 'PATCH' && { contentType: 'application/merge-patch+json' }),
      }),
    command: (...argv) => command(...argv, '--server', host.url),
  }
}

async function command(...argv: string[]) {
  const terminal = new Terminal()
  const code = await run(argv, {}, terminal)
  return { code, out: terminal.out, err: terminal.err }
}

/** The host's client for the member. */
async function asFederation(t: TestContext, host: Client): Promise<MemberClient> {
  const { body } = await host.get(SECRET)
  const client = new MemberClient(
    await readKubeconfig(Buffer.from(body.data.kubeconfig, 'base64').toString()),
  )
  t.after(() => client.close())
  return client
}

describe('binnacle join', () => {
  it('registers a cluster with a least-privilege account', async (t) => {
    const { host, kubeconfig, command } = await stage(t)
    const joined = await command('join', 'c1', '--kubeconfig', kubeconfig, '--label', 'region=eu,tier=1')
    assert.deepEqual([joined.code, joined.err], [0, []])
    assert.match(
      joined.out[0] ?? '',
      /^the member has the account federation-system\/binnacle-federation-c1$/,
    )
    assert.match(joined.out[1] ?? '', /^its token expires at 20\d\d-.*: join again before then$/)
    assert.deepEqual(joined.out.slice(2), [
      'the host has the secret federation-system/c1 and the cluster c1',
      'the cluster c1 is ready',
    ])
    const { body: cluster } = await host.get(`${CLUSTERS}/c1`)
    assert.deepEqual(cluster.metadata.labels, { region: 'eu', tier: '1' })
    assert.deepEqual(cluster.spec.secretRef, { name: 'c1' })

    const account = await asFederation(t, host)
    const statusOf = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      (await account.send({ method, path, body })).status
    for (const path of [
      '/apis/apps/v1/deployments',
      '/api/v1/secrets',
      '/api/v1/pods',
      '/api/v1/nodes',
      '/apis',
    ]) {
      assert.equal(await statusOf('GET', path), 200, path)
    }
    const map = { metadata: { name: 'm' } }
    assert.equal(await statusOf('POST', '/api/v1/namespaces/default/configmaps', map), 201)
    assert.equal(await statusOf('DELETE', '/api/v1/namespaces/default/configmaps/m'), 200)
    for (const path of [ROLES, ACCOUNTS, '/api/v1/persistentvolumes', '/metrics']) {
      assert.equal(await statusOf('GET', path), 403, path)
    }
    assert.equal(await statusOf('POST', '/api/v1/nodes', { metadata: { name: 'n' } }), 403)
    assert.equal(await statusOf('DELETE', '/apis/apps/v1/namespaces/default/deployments'), 403)

    const { out } = await command('clusters')
    assert.match(out[0] ?? '', /^NAME {2}STATUS {2}VERSION +REGION {2}ZONES {2}ADDRESS$/)
    assert.match(out[1] ?? '', /^c1 {4}Ready {3}v1\.\S+ +- {7}- {6}https:\/\/127\.0\.0\.1:\d+$/)
  })

  it('renews credentials and permissions when it is run again', async (t) => {
    const { host, kubeconfig, command, member } = await stage(t)
    const argv = ['join', 'c1', '--kubeconfig', kubeconfig]
    assert.equal((await command(...argv)).code, 0)
    const { body: before } = await host.get(SECRET)
    await member('PATCH', `${ROLES}/${ACCOUNT}`, { rules: [] })
    const { code, err } = await command(...argv)
    assert.deepEqual([code, err], [0, []])
    assert.notEqual((await host.get(SECRET)).body.data.kubeconfig, before.data.kubeconfig)
    assert.ok((await member('GET', `${ROLES}/${ACCOUNT}`)).body.rules.length > 3)
  })

  it('shares services with the member only if it is told to', async (t) => {
    const { host, member, kubeconfig, command } = await stage(t)
    const exports = '/apis/multicluster.x-k8s.io/v1alpha1/namespaces/default/serviceexports'
    const join = async (...flags: string[]) => {
      const { code, err } = await command('join', 'c1', '--kubeconfig', kubeconfig, ...flags)
      assert.deepEqual([code, err], [0, []])
    }
    await join()
    const account = await asFederation(t, host)
    for (const path of [exports, '/apis/discovery.k8s.io/v1/endpointslices'])
      assert.equal((await account.send({ method: 'GET', path })).status, 403, path)
    const service = { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } }
    assert.equal((await member('POST', '/api/v1/namespaces/default/services', service)).status, 201)
    const shared = { apiVersion: 'multicluster.x-k8s.io/v1alpha1', kind: 'ServiceExport' }
    await eventually('the export is there', async () => {
      const { status, text } = await host.post(exports, { ...shared, metadata: { name: 'web' } })
      assert.equal(status, 201, text)
    })
    assert.equal((await member('GET', '/apis/multicluster.x-k8s.io')).status, 404)
    await join('--services')
    await eventually('the service is imported', async () => {
      const { status } = await member('GET', exports.replace('serviceexports', 'serviceimports/web'))
      assert.equal(status, 200)
    })
  })

  it('does not allow other kinds until the member does', async (t) => {
    const { host, kubeconfig, command, member } = await stage(t)
    assert.equal((await command('join', 'c1', '--kubeconfig', kubeconfig)).code, 0)
    const RBAC = '/apis/rbac.authorization.k8s.io/v1'
    const path = `${RBAC}/namespaces/default/roles`
    const annotations = { 'federation.binnacle.dev/propagate': 'true' }
    await host.post(path, { metadata: { name: 'a', annotations }, rules: [] })
    const stateOf = async () => {
      const { body } = await host.get(`${path}/a`)
      return JSON.parse(body.metadata.annotations['federation.binnacle.dev/cluster-status']).c1
    }
    await eventually('the status reports the missing permission', async () => {
      assert.deepEqual(await stateOf(), {
        state: 'Failed',
        reason: 'Forbidden',
        message: 'the member does not allow listing roles',
      })
    })
    await host.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'gadgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'gadgets', kind: 'Gadget' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    })
    const gadgets = '/apis/example.com/v1/gadgets'
    const gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'a', annotations } }
    assert.equal((await host.post(gadgets, gadget)).status, 201)
    await eventually('the status reports that the definition is not allowed', async () => {
      const { body } = await host.get(`${gadgets}/a`)
      const { c1 } = JSON.parse(body.metadata.annotations['federation.binnacle.dev/cluster-status'])
      assert.deepEqual([c1.state, c1.reason], ['Failed', 'Forbidden'])
      assert.match(c1.message, /^the definition gadgets\.example\.com: /)
    })
    const resources = ['roles']
    const verbs = ['get', 'list', 'watch', 'create', 'patch', 'delete', 'escalate']
    await member('POST', ROLES, {
      metadata: { name: 'more' },
      rules: [{ apiGroups: ['rbac.authorization.k8s.io'], resources, verbs }],
    })
    await member('POST', `${RBAC}/clusterrolebindings`, {
      metadata: { name: 'more' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'more' },
      subjects: [{ kind: 'ServiceAccount', name: ACCOUNT, namespace: 'federation-system' }],
    })
    await eventually('the role is copied', async () => assert.equal((await stateOf()).state, 'Synced'))
  })

  it('uses a token that does not expire if the member issues one', async (t) => {
    const { host, kubeconfig, command, member } = await stage(t)
    const secret = `/api/v1/namespaces/federation-system/secrets/${ACCOUNT}`
    const joining = command('join', 'c1', '--kubeconfig', kubeconfig, '--timeout', '0')
    while ((await member('GET', secret)).status !== 200) await pause(20)
    await member('PATCH', secret, { stringData: { token: 'for-ever' } })
    const { out } = await joining
    assert.ok(!out.some((line) => line.includes('ends at')), out.join())
    const { body } = await host.get(SECRET)
    const { token } = await readKubeconfig(Buffer.from(body.data.kubeconfig, 'base64').toString())
    assert.equal(token, 'for-ever')
  })

  it('prints its manifests in a dry run, and writes nothing', async (t) => {
    const { host, kubeconfig, command, member } = await stage(t)
    const { code, out } = await command('join', 'c1', '--kubeconfig', kubeconfig, '--dry-run')
    assert.equal(code, 0)
    const text = out.join('\n')
    const kinds = [...text.matchAll(/^kind: (.*)$/gm)].map(([, kind]) => kind)
    assert.deepEqual(kinds, [
      'Namespace',
      'ServiceAccount',
      'ClusterRole',
      'ClusterRoleBinding',
      'Secret',
      'Namespace',
      'Secret',
      'Cluster',
    ])
    assert.equal((await host.get(`${CLUSTERS}/c1`)).status, 404)
    assert.equal((await member('GET', `${ROLES}/${ACCOUNT}`)).status, 404)
  })

  it('reports why a cluster does not become ready', async (t) => {
    const { kubeconfig, command } = await stage(t)
    const address = ['--address', 'https://127.0.0.1:1', '--timeout', '5s']
    const { code, err } = await command('join', 'c1', '--kubeconfig', kubeconfig, ...address)
    assert.equal(code, 1)
    assert.deepEqual(err, ['binnacle: the cluster c1 is registered, but not ready: cluster is not reachable'])
  })

  it('checks the host before it writes to the member', async (t) => {
    const { kubeconfig, member } = await stage(t)
    const { code, err } = await command(
      'join',
      'c1',
      '--kubeconfig',
      kubeconfig,
      '--server',
      'http://127.0.0.1:1',
    )
    assert.equal(code, 1)
    assert.match(err[0] ?? '', /^binnacle: the host cannot be reached: /)
    assert.equal((await member('GET', `${ROLES}/${ACCOUNT}`)).status, 404)
  })

  it('does not replace a secret that it did not create', async (t) => {
    const { host, kubeconfig, command } = await stage(t)
    const mine = { metadata: { name: 'c1' }, stringData: { a: '1' } }
    await host.post('/api/v1/namespaces/federation-system/secrets', mine)
    const { code, err } = await command('join', 'c1', '--kubeconfig', kubeconfig)
    assert.equal(code, 1)
    assert.deepEqual(err, [
      'binnacle: the host has a Secret c1 that was not created by joining; it was not changed',
    ])
    assert.deepEqual(Object.keys((await host.get(SECRET)).body.data), ['a'])
    assert.equal((await host.get(`${CLUSTERS}/c1`)).status, 404)
  })

  it('joins a member without authentication', async (t) => {
    const { folder, hostUrl, command } = await stage(t)
    const open = await startTestServer()
    t.after(() => open.close())
    const kubeconfig = join(folder, 'open.kubeconfig')
    const text = `contexts: [{name: a, context: {cluster: a}}]\nclusters: [{name: a, cluster: {server: "${open.url}"}}]\n`
    await writeFile(kubeconfig, text)
    const { code, out } = await command('join', 'c1', '--kubeconfig', kubeconfig, '--context', 'a')
    assert.equal(code, 0, hostUrl)
    assert.equal(out.at(-1), 'the cluster c1 is ready')
  })
})

describe('the kubeconfig of a join', () => {
  it('may refer to files relative to itself', async (t) => {
    const { folder, kubeconfig, command } = await stage(t)
    const { ca, certificate, key, server } = await readKubeconfig(await readFile(kubeconfig, 'utf8'))
    await writeFile(join(folder, 'ca.pem'), ca ?? '')
    await writeFile(join(folder, 'me.pem'), certificate ?? '')
    await writeFile(join(folder, 'me.key'), key ?? '')
    const other = join(folder, 'other.kubeconfig')
    const user = { 'client-certificate': 'me.pem', 'client-key': 'me.key' }
    await writeFile(other, JSON.stringify(config(server, user)))
    const { code, err } = await command('join', 'c1', '--kubeconfig', other)
    assert.deepEqual([code, err], [0, []])
  })

  it('may use an exec credential plugin', async (t) => {
    const { folder, kubeconfig, command } = await stage(t)
    const { ca, certificate, key, server } = await readKubeconfig(await readFile(kubeconfig, 'utf8'))
    await writeFile(join(folder, 'ca.pem'), ca ?? '')
    const status = { clientCertificateData: certificate, clientKeyData: key }
    const script = `process.stdout.write(process.env.CREDENTIAL)`
    const exec = {
      command: process.execPath,
      args: ['-e', script],
      env: [{ name: 'CREDENTIAL', value: JSON.stringify({ status }) }],
    }
    const other = join(folder, 'other.kubeconfig')
    await writeFile(other, JSON.stringify(config(server, { exec })))
    const { code, err } = await command('join', 'c1', '--kubeconfig', other)
    assert.deepEqual([code, err], [0, []])
    await writeFile(other, JSON.stringify(config(server, { exec: { command: '/no/such/program' } })))
    const failed = await command('join', 'c1', '--kubeconfig', other)
    assert.equal(failed.code, 1)
    assert.match(failed.err[0] ?? '', /^binnacle: \/no\/such\/program returned no credentials: /)
  })

  it('is rejected with one line if it is invalid', async (t) => {
    const { folder, command } = await stage(t)
    const other = join(folder, 'other.kubeconfig')
    for (const [text, expected] of [
      [undefined, /cannot read the kubeconfig/],
      ['7', /is not a kubeconfig/],
      ['{', /is not valid YAML/],
      ['{}', /has no current context/],
      [JSON.stringify(config('https://x', { tokenFile: 'gone' })), /cannot read a file of the kubeconfig/],
      [JSON.stringify(config('ftp://x', {})), /starts with neither https/],
    ] as const) {
      await writeFile(join(folder, 'ca.pem'), '')
      if (text !== undefined) await writeFile(other, text)
      const { code, err } = await command('join', 'c1', '--kubeconfig', other)
      assert.equal(code, 1)
      assert.equal(err.length, 1)
      assert.match(err[0] ?? '', expected)
    }
  })

  const config = (server: string, user: object) => ({
    'current-context': 'a',
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    clusters: [{ name: 'a', cluster: { server, 'certificate-authority': 'ca.pem' } }],
    users: [{ name: 'a', user }],
  })
})

describe('binnacle unjoin', () => {
  it('removes the cluster, its secret and the account', async (t) => {
    const { host, kubeconfig, command, member } = await stage(t)
    assert.equal((await command('join', 'c1', '--kubeconfig', kubeconfig)).code, 0)
    const account = await asFederation(t, host)
    const { code, out } = await command('unjoin', 'c1', '--kubeconfig', kubeconfig)
    assert.equal(code, 0)
    assert.deepEqual(out, [
      'the cluster c1 is removed',
      'its secret is removed',
      'the account federation-system/binnacle-federation-c1 is removed from the member',
    ])
    assert.equal((await host.get(`${CLUSTERS}/c1`)).status, 404)
    assert.equal((await host.get(SECRET)).status, 404)
    for (const path of [`${ROLES}/${ACCOUNT}`, `${ACCOUNTS}/${ACCOUNT}`]) {
      assert.equal((await member('GET', path)).status, 404, path)
    }
    assert.equal((await account.send({ method: 'GET', path: '/api/v1/secrets' })).status, 401)
  })

  it('keeps the account without a kubeconfig, and reports it', async (t) => {
    const { kubeconfig, command } = await stage(t)
    assert.equal((await command('join', 'c1', '--kubeconfig', kubeconfig)).code, 0)
    const { code, out } = await command('unjoin', 'c1')
    assert.equal(code, 0)
    assert.match(out.at(-1) ?? '', /is left in the member: remove it with --kubeconfig$/)
    const again = await command('unjoin', 'c1')
    assert.deepEqual([again.code, again.err], [1, ['binnacle: the host has no cluster c1']])
    assert.equal((await command('unjoin', 'c1', '--kubeconfig', kubeconfig)).code, 0)
  })
})
