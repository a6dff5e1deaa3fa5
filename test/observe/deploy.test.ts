import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createServer, type ServerOptions } from '#index.js'
import { startTestServer } from '#testing.js'
import { CONFIG_MAPS, expectStatus, WebhookHost, webhook } from '../admission/webhook-host.js'
import type { Json } from '../support/client.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const isCi = Boolean(process.env.CI || process.env.TEST_SKIP_NOTHING)
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const promtoolMissing = hasPromtool || isCi ? false : 'promtool is not installed'

function promtool(args: readonly string[], input?: string): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: `${DEPLOY}prometheus`,
    encoding: 'utf8',
    input,
  })
  assert.equal(status, 0, stdout + stderr)
}

/** All metrics that a server with these options exposes. */
async function exposedBy(t: TestContext, options: ServerOptions): Promise<string> {
  const authentication = { tokens: [{ token: 'admin', user: 'admin', groups: ['system:masters'] }] }
  const server = await createServer({ port: 0, logLevel: 'silent', authentication, ...options })
  t.after(() => server.close())
  const ca = server.selfSignedAuthority && (await readFile(server.selfSignedAuthority.caFile))
  const headers = { authorization: 'Bearer admin' }
  const read = async (path: string) => {
    const [response] = await once((ca ? https : http).get(server.url + path, { ca, headers }), 'response')
    assert.equal(response.statusCode, 200)
    return text(response)
  }
  // The metrics of requests have samples now.
  await read('/api/v1/configmaps')
  return (await read('/metrics')) + (await read('/metrics/slis'))
}

async function allMetrics(t: TestContext): Promise<string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const cluster = await EtcdCluster.start()
  t.after(() => cluster.remove())
  const audit = { log: () => undefined }
  const texts = [
    await exposedBy(t, { storage: 'memory', federation: true, audit, otlpEndpoint: 'http://127.0.0.1:1' }),
    await exposedBy(t, { storage: 'embedded', dataDir: path, tls: { selfSigned: true } }),
    await exposedBy(t, {
      ...{ storage: 'etcd', etcdEndpoints: cluster.endpoints, enablePriorityAndFairness: false },
    }),
  ]
  return texts.join('')
}

/** Labels and functions are no metrics. */
function metricsIn(query: string): string[] {
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '')
  const words = bare.match(/\b[a-z_:][a-z0-9_:]*\b(?!\s*\()/g) ?? []
  return words.filter((word) => !/^(?:and|or|unless|bool|offset|[ehms])$/.test(word))
}

async function queries(): Promise<{ readonly from: string; readonly query: string }[]> {
  const dashboard = JSON.parse(await readFile(`${DEPLOY}grafana/binnacle.json`, 'utf8'))
  const alerts = await readFile(`${DEPLOY}prometheus/alerts.yaml`, 'utf8')
  return [
    ...dashboard.panels.flatMap(({ title, targets = [] }: Json) =>
      targets.map(({ expr }: Json) => ({ from: title, query: expr })),
    ),
    ...[...alerts.matchAll(/alert: (\w+)\n {8}expr: (\|\n(?: {10}.*\n)+|.*)/g)].map(
      ([, from, query = '']) => ({ from, query }),
    ),
  ]
}

describe('the dashboard and the alerts', { skip: etcdMissing }, () => {
  it('use only metrics that servers have', async (t) => {
    const texts = await allMetrics(t)
    const known = new Set(['up'])
    for (const [, name = '', type] of texts.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      known.add(name)
      if (type === 'histogram') for (const end of ['bucket', 'sum', 'count']) known.add(`${name}_${end}`)
    }
    const all = await queries()
    assert.ok(all.length > 80, `${all.length} queries`)
    for (const { from, query } of all) {
      const names = metricsIn(query)
      assert.ok(names.length > 0, from)
      for (const name of names) assert.ok(known.has(name), `${from} uses ${name}`)
    }
  })

  it('use only labels that the metrics have', async (t) => {
    const texts = await allMetrics(t)
    const labels = new Set(['job', 'instance', 'le'])
    for (const [, given = ''] of texts.matchAll(/^[a-z_]+\{(.*)\} \S+$/gm)) {
      for (const [, label = ''] of given.matchAll(/(\w+)="/g)) labels.add(label)
    }
    // Metrics without samples here: of webhooks, members, cut off clients, and others.
    for (const label of ['name', 'error_type', 'cluster', 'host', 'state', 'outcome', 'reason'])
      labels.add(label)
    for (const { from, query } of await queries()) {
      const selected = [...query.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label)
      const grouped = [...query.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, names = '']) =>
        names.split(/,\s*/),
      )
      for (const label of [...selected, ...grouped])
        assert.ok(labels.has(label ?? ''), `${from} uses ${label}`)
    }
  })
})

describe('promtool', { skip: promtoolMissing }, () => {
  it('accepts the alerts and the scrape configuration', () => {
    promtool(['check', 'rules', 'alerts.yaml'])
    promtool(['check', 'config', '--syntax-only', 'scrape.yaml'])
  })

  it('finds that each alert fires when it has to, and not before', async () => {
    promtool(['test', 'rules', 'alerts.test.yaml'])
    const names = (text: string) =>
      [...text.matchAll(/(?:alert|- name): (Binnacle\w+)/g)].map(([, name]) => name)
    const [alerts, tests] = await Promise.all(
      ['alerts.yaml', 'alerts.test.yaml'].map((file) => readFile(`${DEPLOY}prometheus/${file}`, 'utf8')),
    )
    assert.deepEqual(names(tests ?? ''), names(alerts ?? ''))
  })

  it('accepts the metrics of a server', async (t) => {
    const host = await WebhookHost.start(t, { federation: true, audit: { log: () => undefined } })
    await host.validate(
      'w',
      webhook(
        'w',
        host.hooks.on('/', () => ({ allowed: false })),
      ),
    )
    expectStatus(400, await host.configMap('denied'))
    await host.client.watch(`/api/v1/namespaces?watch=true&resourceVersion=0&timeoutSeconds=1`, 1)
    const { text: metrics } = await host.client.get('/metrics')
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: metrics,
      encoding: 'utf8',
    })
    assert.ok(status === 0 || status === 3, stdout + stderr)
    // The names of Kubernetes do not follow all rules of Prometheus. Ours do.
    const remarks = (stdout + stderr).split('\n').filter((line) => line.startsWith('binnacle_'))
    assert.deepEqual(remarks, [])
  })
})

describe('the service account of the scrape example', () => {
  it('may read metrics and health checks, and nothing else', async (t) => {
    const server = await startTestServer({ users: { admin: ['system:masters'] }, namespaces: 'strict' })
    t.after(() => server.close())
    await server.load(`${DEPLOY}prometheus/rbac.yaml`)
    const admin = server.as('admin')
    const asked = await admin('/api/v1/namespaces/monitoring/serviceaccounts/prometheus/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        kind: 'TokenRequest',
        apiVersion: 'authentication.k8s.io/v1',
        spec: { expirationSeconds: 3600 },
      }),
    })
    const { status } = (await asked.json()) as Json
    const codes: number[] = []
    for (const path of ['/metrics', '/metrics/slis', '/readyz', CONFIG_MAPS, '/api/v1/nodes']) {
      const headers = { authorization: `Bearer ${status.token}` }
      codes.push((await fetch(server.url + path, { headers })).status)
    }
    assert.deepEqual(codes, [200, 200, 200, 403, 403])
  })
})
