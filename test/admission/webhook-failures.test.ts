import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newAuthority } from '../support/certificates/authority.js'
import type { Json } from '../support/client.js'
import { WebhookServer } from '../support/servers/webhook-server.js'
import { expectStatus, VALIDATING, WebhookHost, webhook } from './webhook-host.js'

/** The error of a write whose only webhook fails. */
async function failure(host: WebhookHost, clientConfig: Json, more: Json = {}): Promise<string> {
  await host.validate('hook', webhook('hook', clientConfig, more))
  const { body } = expectStatus(500, await host.configMap('a'))
  assert.equal(body.reason, 'InternalError')
  expectStatus(200, await host.client.delete(`${VALIDATING}/hook`))
  const words = 'Internal error occurred: failed calling webhook "hook.example.com": '
  assert.ok(body.message.startsWith(words), body.message)
  assert.deepEqual(body.details.causes, [{ message: body.message.slice('Internal error occurred: '.length) }])
  return body.message.slice(words.length)
}

describe('a webhook call that fails', () => {
  it('fails the write with a reason: untrusted certificate, no response, no review', async (t) => {
    const host = await WebhookHost.start(t)
    const { hooks } = host
    const trusted = hooks.on('/hook')
    const post = `failed to call webhook: Post "${hooks.url('/hook')}?timeout=10s": `
    const stranger = Buffer.from(newAuthority().cert).toString('base64')
    assert.match(await failure(host, { ...trusted, caBundle: stranger }), /certificate/)
    assert.match(await failure(host, { url: hooks.url('/hook') }), /certificate/)
    assert.match(
      await failure(host, { ...trusted, caBundle: Buffer.from('nothing').toString('base64') }),
      /^failed to call webhook: unable to load root certificates/,
    )
    const words = async (intercept: WebhookServer['intercept']) => {
      hooks.intercept = intercept
      return failure(host, trusted)
    }
    assert.equal(
      await words((_, response) => void response.writeHead(503).end('later')),
      `${post}an error on the server ("later") has prevented the request from succeeding`,
    )
    assert.equal(
      await words((_, response) => void response.writeHead(302, { location: '/other' }).end()),
      `${post}the server responded with the status code 302 but did not return more information`,
    )
    assert.equal(await words((_, response) => void response.end('{')), `${post}the response is not JSON: "{"`)
    assert.equal(
      await words((_, response) => void response.end('{}')),
      'received invalid webhook response: webhook response was absent',
    )
    assert.match(
      await words((_, response) => void response.end('{"response":{"uid":"x","allowed":true}}')),
      /^received invalid webhook response: expected response.uid="[0-9a-f-]{36}", got "x"$/,
    )
    assert.match(
      await words((_, response) => void response.end(Buffer.alloc(9 * 1024 * 1024, 32))),
      /the response has more than 8388608 bytes$/,
    )
    assert.match(await words((request) => request.socket.destroy()), /^failed to call webhook: /)
    hooks.intercept = () => undefined
    assert.equal(
      await failure(host, trusted, { timeoutSeconds: 1 }),
      `failed to call webhook: Post "${hooks.url('/hook')}?timeout=1s": context deadline exceeded`,
    )
  })

  it('must respond with the kind and version of the review', async (t) => {
    const host = await WebhookHost.start(t)
    const clientConfig = host.hooks.on('/hook')
    host.hooks.intercept = async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { uid } = JSON.parse(Buffer.concat(chunks).toString()).request
      response.end(JSON.stringify({ kind: 'AdmissionReview', response: { uid, allowed: true } }))
    }
    assert.equal(
      await failure(host, clientConfig),
      'received invalid webhook response: expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got , Kind=AdmissionReview',
    )
    // v1beta1 has no such requirement.
    const more = { admissionReviewVersions: ['v7', 'v1beta1'] }
    await host.validate('hook', webhook('hook', clientConfig, more))
    expectStatus(201, await host.configMap('a'))
  })

  it('lets the write pass if its failure policy is Ignore', async (t) => {
    const host = await WebhookHost.start(t)
    const nowhere = { url: 'https://127.0.0.1:1/', caBundle: host.hooks.caBundle }
    await host.validate('hook', webhook('hook', nowhere, { failurePolicy: 'Ignore' }))
    await host.mutate('hook', webhook('hook', nowhere, { failurePolicy: 'Ignore' }))
    expectStatus(201, await host.configMap('a'))
    await host.validate(
      'no',
      webhook(
        'no',
        host.hooks.on('/no', () => ({ allowed: false })),
      ),
    )
    expectStatus(400, await host.configMap('b'))
  })

  it('is denied for link-local addresses and metadata services', async (t) => {
    const host = await WebhookHost.start(t)
    for (const address of [
      '169.254.169.254',
      '[fe80::1]',
      '100.100.100.200',
      '0.0.0.0',
      '[::ffff:169.254.1.1]',
    ]) {
      const words = await failure(host, { url: `https://${address}/`, caBundle: host.hooks.caBundle })
      assert.match(words, /the address .* is not one that may be dialled$/)
    }
  })
})

describe('a webhook that is a service', () => {
  const service = { namespace: 'policies', name: 'webhook', path: '/hook' }

  it('fails if the server has no address for it', async (t) => {
    const host = await WebhookHost.start(t)
    const words = await failure(host, { service, caBundle: host.hooks.caBundle })
    assert.match(
      words,
      /Post "https:\/\/webhook.policies.svc:443\/hook\?timeout=10s": the service "policies\/webhook" has no address/,
    )
    assert.match(words, /--service-resolver policies\/webhook=host:port/)
  })

  it('uses the configured address, and checks its certificate for the service name', async (t) => {
    const named = await WebhookServer.start(t, ['webhook.policies.svc'])
    const serviceResolver = {
      'policies/webhook': `127.0.0.1:${named.port}`,
      'policies/other': `localhost:${named.port}`,
    }
    const host = await WebhookHost.start(t, { serviceResolver })
    const { caBundle } = named
    named.on('/hook', () => ({ allowed: false, status: { message: 'from the service' } }))
    await host.validate('hook', webhook('hook', { service: { ...service, port: 9443 }, caBundle }))
    assert.match(expectStatus(400, await host.configMap('a')).body.message, /from the service$/)
    expectStatus(200, await host.client.delete(`${VALIDATING}/hook`))
    assert.match(
      await failure(host, { service: { ...service, name: 'other' }, caBundle }),
      /Hostname\/IP does not match certificate's altnames/,
    )
  })
})
