import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { WebSocketClient } from '#test/support/streams/websocket-client.js'
import type { TestServerOptions } from '#testing.js'
import { patched } from '../support/servers/webhook-server.js'
import { BINDINGS, jsonPatch, POLICIES, policyOf, SERVED } from './mutation-host.js'
import { expectStatus, GROUP, rule, WebhookHost, webhook } from './webhook-host.js'

const PODS = '/api/v1/namespaces/default/pods'
const V4 = 'v4.channel.k8s.io'
const CONNECTIONS = { rules: [rule({ operations: ['CONNECT'], resources: ['pods/exec'] })] }

/** A server with a simulated pod that runs every command. */
async function start(t: TestContext, options: TestServerOptions = {}): Promise<WebhookHost> {
  const host = await WebhookHost.start(t, { simulateWorkloads: true, ...options })
  const annotations = { 'simulation.binnacle.dev/exec': '"*": done' }
  const spec = { containers: [{ name: 'main', image: 'main:1' }] }
  expectStatus(201, await host.client.post(PODS, { metadata: { name: 'web', annotations }, spec }))
  await host.server.settled()
  return host
}

async function exec({ server }: WebhookHost, command: string): Promise<string> {
  const url = `${server.url}${PODS}/web/exec?stdout=true&container=main&command=${command}`
  const opened = await WebSocketClient.open(url, [V4])
  if ('status' in opened) return `${opened.status} ${JSON.parse(opened.body).message}`
  return (await opened.channels())[1] ?? ''
}

describe('admission of a connection', { timeout: 60_000 }, () => {
  it('shows its options to webhooks, which may deny it', async (t) => {
    const host = await start(t)
    await host.validate('all', webhook('all', host.hooks.on('/all'), CONNECTIONS))
    assert.equal(await exec(host, 'date'), 'done')
    const [request] = host.hooks.requests('/all')
    assert.ok(request)
    const { operation, resource, subResource, kind, name, namespace, object, oldObject, options } = request
    assert.deepEqual([operation, resource.resource, subResource], ['CONNECT', 'pods', 'exec'])
    assert.deepEqual([kind.kind, name, namespace], ['PodExecOptions', 'web', 'default'])
    assert.deepEqual(object, {
      kind: 'PodExecOptions',
      apiVersion: 'v1',
      stdout: true,
      container: 'main',
      command: ['date'],
    })
    assert.deepEqual([oldObject, options], [null, undefined])
    const log = await fetch(`${host.server.url}${PODS}/web/log`)
    assert.equal(log.status, 200)
    assert.equal(host.hooks.requests('/all').length, 1)
  })

  it('is by policies, too', async (t) => {
    const host = await start(t)
    const validations = [{ expression: "!('sh' in object.command)", message: 'no shells' }]
    const matchConstraints = { resourceRules: CONNECTIONS.rules }
    const policy = { metadata: { name: 'no-shells' }, spec: { matchConstraints, validations } }
    expectStatus(201, await host.client.post(`${GROUP}/validatingadmissionpolicies`, policy))
    const binding = {
      metadata: { name: 'no-shells' },
      spec: { policyName: 'no-shells', validationActions: ['Deny'] },
    }
    expectStatus(201, await host.client.post(`${GROUP}/validatingadmissionpolicybindings`, binding))
    assert.equal(await exec(host, 'date'), 'done')
    assert.match(await exec(host, 'sh'), /^(403|422) .*no shells/)
  })

  it('takes no changes', async (t) => {
    const host = await start(t)
    const patch = [{ op: 'add', path: '/command', value: ['other'] }]
    const change = host.hooks.on('/change', () => patched(...patch))
    await host.mutate('change', webhook('change', change, CONNECTIONS))
    assert.match(await exec(host, 'date'), /^500 .*attempted to modify the object/)
  })

  it('takes no changes of policies either', async (t) => {
    const host = await start(t, SERVED)
    const changing = jsonPatch(`'sh' in object.command
      ? [JSONPatch{op: "add", path: "/command", value: ["other"]}]
      : [JSONPatch{op: "add", path: "/stdout", value: true}]`)
    const matchConstraints = { resourceRules: CONNECTIONS.rules }
    const policy = policyOf('change', { matchConstraints, mutations: [changing] })
    expectStatus(201, await host.client.post(POLICIES, policy))
    const binding = { metadata: { name: 'change' }, spec: { policyName: 'change' } }
    expectStatus(201, await host.client.post(BINDINGS, binding))
    assert.equal(await exec(host, 'date'), 'done')
    assert.match(await exec(host, 'sh'), /^403 .*the options of a connection cannot be changed/)
  })
})
