import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestServer } from '#testing.js'
import { CONFIG_MAPS, expectStatus, VALIDATING, WebhookHost, webhook } from '../admission/webhook-host.js'
import { Host } from '../federation/host.js'
import { Client } from '../support/client.js'
import { sumOf } from '../support/metrics.js'

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const DEPLOYMENT = {
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
  },
}

/** The labels of all samples of `apiserver_request_total`, without the component, as `name=value` of those that are not empty. */
const requestsIn = (text: string): string[] =>
  [...text.matchAll(/^apiserver_request_total\{(.*)\} \d+$/gm)].map(([, labels = '']) =>
    [...labels.matchAll(/(\w+)="([^"]+)"/g)]
      .filter(([, name]) => name !== 'component')
      .map(([, name, value]) => `${name}=${value}`)
      .join(' '),
  )

describe('the metrics of requests', () => {
  it('have the labels of kube-apiserver', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    const merge = { 'content-type': 'application/merge-patch+json' }
    const apply = { 'content-type': 'application/apply-patch+yaml' }
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
    await client.post(`${CONFIG_MAPS}?dryRun=All`, map)
    await client.post(CONFIG_MAPS, map)
    await client.get(`${CONFIG_MAPS}/a`)
    await client.get(CONFIG_MAPS)
    await client.get('/api/v1/configmaps')
    await client.get(`${CONFIG_MAPS}?watch=true&timeoutSeconds=1`)
    await client.put(`${CONFIG_MAPS}/a`, map)
    await client.send('PATCH', `${CONFIG_MAPS}/a`, {}, merge)
    await client.send('PATCH', `${CONFIG_MAPS}/a?fieldManager=me`, map, apply)
    await client.post(DEPLOYMENTS, DEPLOYMENT)
    await client.get(`${DEPLOYMENTS}/web/scale`)
    await client.delete(`${CONFIG_MAPS}/a`)
    await client.delete(CONFIG_MAPS)
    await client.get('/readyz')
    const { text } = await client.get('/metrics')
    const map1 = 'version=v1 resource=configmaps'
    assert.deepEqual(requestsIn(text).sort(), [
      `verb=APPLY ${map1} scope=resource code=200`,
      `verb=DELETE ${map1} scope=resource code=200`,
      `verb=DELETECOLLECTION ${map1} scope=namespace code=200`,
      'verb=GET group=apps version=v1 resource=deployments subresource=scale scope=resource code=200',
      'verb=GET subresource=/readyz code=200',
      `verb=GET ${map1} scope=resource code=200`,
      `verb=LIST ${map1} scope=cluster code=200`,
      `verb=LIST ${map1} scope=namespace code=200`,
      `verb=PATCH ${map1} scope=resource code=200`,
      'verb=POST dry_run=All version=v1 resource=configmaps scope=resource code=201',
      'verb=POST group=apps version=v1 resource=deployments scope=resource code=201',
      `verb=POST ${map1} scope=resource code=201`,
      `verb=PUT ${map1} scope=resource code=200`,
      `verb=WATCH ${map1} scope=namespace code=200`,
    ])
    for (const name of [
      'apiserver_request_duration_seconds_count',
      'apiserver_request_sli_duration_seconds_count',
    ]) {
      assert.equal(sumOf(text, name), 14, name)
    }
    for (const le of ['0.005', '0.1', '1', '60', '+Inf']) assert.ok(text.includes(`le="${le}"`), le)
    assert.equal(sumOf(text, 'apiserver_response_sizes_count', { verb: 'LIST' }), 2)
    assert.equal(sumOf(text, 'apiserver_response_sizes_count', { verb: 'PUT' }), 0)
  })

  it('have no labels that clients choose', async (t) => {
    const server = await startTestServer({ users: { 'ann@example.com': ['dev'], admin: ['system:masters'] } })
    t.after(() => server.close())
    const client = new Client(server.url)
    const as = (user: string) => ({ authorization: `Bearer ${user}` })
    const known = requestsIn((await client.get('/metrics', as('admin'))).text).length
    for (let count = 0; count < 5; count++) {
      await client.get(`/chosen-${count}`, as('admin'))
      await client.get(`/apis/chosen-${count}.example.com/v1/things`, as('admin'))
      await client.get(`/api/v1/chosen-${count}`, as('admin'))
      await client.get(`/api/v1/namespaces/chosen-${count}/pods/chosen-${count}/chosen-${count}`, as('admin'))
      await client.send(`CHOSEN${count}`, '/api/v1/pods', undefined, as('admin')).catch(() => undefined)
      await client.get('/version', { ...as(`chosen-${count}`), 'user-agent': `chosen-${count}` })
      await client.get('/version', as('ann@example.com'))
    }
    const { text } = await client.get('/metrics', as('admin'))
    assert.ok(
      !/chosen|ann/i.test(text),
      text.split('\n').find((line) => /chosen|ann/i.test(line)),
    )
    assert.ok(requestsIn(text).length <= known + 8, requestsIn(text).join('\n'))
    assert.equal(sumOf(text, 'authentication_attempts', { result: 'failure' }), 5)
    assert.equal(sumOf(text, 'authenticated_user_requests', { username: 'email_id' }), 5)
  })

  it('do not count webhooks as time of the server, and forget webhooks that are gone', async (t) => {
    const host = await WebhookHost.start(t)
    const slow = host.hooks.on('/slow', async () => {
      await delay(120)
      return {}
    })
    await host.validate(
      'w',
      webhook('slow', slow),
      webhook('open', { url: 'https://127.0.0.1:1/' }, { failurePolicy: 'Ignore' }),
    )
    expectStatus(201, await host.configMap('a'))
    const { text } = await host.client.get('/metrics')
    const post = { verb: 'POST', resource: 'configmaps' }
    const whole = sumOf(text, 'apiserver_request_duration_seconds_sum', post)
    const own = sumOf(text, 'apiserver_request_sli_duration_seconds_sum', post)
    assert.ok(whole - own >= 0.11, `${whole} and ${own}`)
    const called = { name: 'slow.example.com', type: 'validating', operation: 'CREATE' }
    assert.equal(sumOf(text, 'apiserver_admission_webhook_request_total', { ...called, code: '200' }), 1)
    const open = { name: 'open.example.com', type: 'validating' }
    assert.equal(sumOf(text, 'apiserver_admission_webhook_fail_open_count', open), 1)
    assert.ok(
      sumOf(text, 'apiserver_admission_step_admission_duration_seconds_sum', { type: 'validate' }) > 0.1,
    )
    expectStatus(200, await host.client.delete(`${VALIDATING}/w`))
    const after = (await host.client.get('/metrics')).text
    assert.ok(!after.includes('slow.example.com') && !after.includes('open.example.com'))
  })
})

describe('the metrics of a server', () => {
  it('tell what is stored, watched and worked on, and which version runs', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    await client.post(CONFIG_MAPS, { metadata: { name: 'a' } })
    await client.put(`${CONFIG_MAPS}/a`, { metadata: { name: 'a' }, data: { a: '1' } })
    await client.post(DEPLOYMENTS, DEPLOYMENT)
    assert.equal((await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=0`, 1)).length, 1)
    await server.settled()
    const { text } = await client.get('/metrics')
    assert.equal(sumOf(text, 'apiserver_storage_objects', { resource: 'configmaps' }), 1)
    assert.equal(sumOf(text, 'apiserver_storage_objects', { resource: 'deployments.apps' }), 1)
    for (const operation of ['create', 'update']) {
      const labels = { operation, type: 'configmaps' }
      assert.equal(sumOf(text, 'etcd_requests_total', labels), 1, operation)
      assert.equal(sumOf(text, 'etcd_request_duration_seconds_count', labels), 1, operation)
      assert.equal(sumOf(text, 'etcd_request_errors_total', labels), 0, operation)
    }
    const watched = { version: 'v1', resource: 'configmaps', kind: 'ConfigMap' }
    assert.equal(sumOf(text, 'apiserver_watch_events_total', watched), 1)
    assert.equal(sumOf(text, 'apiserver_watch_events_sizes_count', watched), 1)
    assert.ok(sumOf(text, 'apiserver_watch_events_sizes_sum', watched) > 100)
    assert.match(text, /^workqueue_depth\{name="garbage-collector"\} 0$/m)
    assert.ok(sumOf(text, 'workqueue_adds_total') > 0)
    assert.ok(sumOf(text, 'workqueue_work_duration_seconds_count') > 0)
    assert.match(
      text,
      /^binnacle_build_info\{version="\d+\.[^"]*",node_version="v\d+[^"]*",platform="[^"]+"\} 1$/m,
    )
    assert.match(
      text,
      /^kubernetes_build_info\{major="1",minor="\d+",git_version="v1[^"]*",platform="[^"]+"\} 1$/m,
    )
  })

  it('tell whether each health check passes, at a path of their own', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    await client.get('/readyz')
    const { text, headers } = expectStatus(200, await client.get('/metrics/slis'))
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    assert.match(text, /^kubernetes_healthcheck\{name="etcd",type="livez"\} 1$/m)
    assert.match(text, /^kubernetes_healthchecks_total\{name="store",type="readyz",status="success"\} 2$/m)
    assert.ok(!text.includes('apiserver_'))
  })

  it('tell how members respond, and forget members that are gone', async (t) => {
    const member = await startTestServer()
    t.after(() => member.close())
    const host = await Host.start(t)
    await host.join('east', member.url)
    const labels = { host: 'east', method: 'GET', code: '200' }
    const metrics = async () => (await host.client.get('/metrics')).text
    assert.ok(sumOf(await metrics(), 'rest_client_requests_total', labels) > 0)
    assert.ok(
      sumOf(await metrics(), 'rest_client_request_duration_seconds_count', { host: 'east', verb: 'GET' }) > 0,
    )
    await host.leave('east')
    assert.equal(sumOf(await metrics(), 'rest_client_requests_total', { host: 'east' }), 0)
  })
})
