import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { CONFIG_MAPS, expectStatus, VALIDATING, WebhookHost, webhook } from './webhook-host.js'

const conditions = (...expressions: string[]): Json => ({
  matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
})

describe('the conditions of a webhook', () => {
  it('decide whether it is called, by objects and request', async (t) => {
    const host = await WebhookHost.start(t)
    const more = conditions(
      "request.operation == 'CREATE' && request.userInfo.username == 'system:anonymous' && oldObject == null",
      "object.metadata.name.startsWith('a') && !has(request.subResource)",
    )
    await host.validate('hook', webhook('hook', host.hooks.on('/hook'), more))
    for (const name of ['a1', 'b1', 'a2']) expectStatus(201, await host.configMap(name))
    expectStatus(200, await host.merge(`${CONFIG_MAPS}/a1`, { data: { k: 'v' } }))
    assert.deepEqual(
      host.hooks.requests('/hook').map(({ name }) => name),
      ['a1', 'a2'],
    )
  })

  it('reject the write if they fail, unless another is false or the webhook fails open', async (t) => {
    const host = await WebhookHost.start(t)
    const missing = 'object.data.size == "1"'
    await host.validate('hook', webhook('hook', host.hooks.on('/hook'), conditions(missing)))
    const { body } = expectStatus(403, await host.configMap('m'))
    assert.equal(
      body.message,
      `configmaps "m" is forbidden: expression '${missing}' resulted in error: no such key: data`,
    )
    assert.deepEqual([body.reason, body.details.name, body.details.kind], ['Forbidden', 'm', 'configmaps'])
    const replace = async (more: Json) => {
      expectStatus(200, await host.client.delete(`${VALIDATING}/hook`))
      await host.validate('hook', webhook('hook', host.hooks.on('/hook'), more))
    }
    await replace(conditions(missing, "request.name == 'x'"))
    expectStatus(201, await host.configMap('m'))
    await replace({ ...conditions(missing), failurePolicy: 'Ignore' })
    expectStatus(201, await host.configMap('n'))
    assert.equal(host.hooks.asked.length, 0)
  })

  it('are validated when the webhook is registered', async (t) => {
    const host = await WebhookHost.start(t)
    const post = async (matchConditions: Json) => {
      const made = webhook('hook', { url: 'https://127.0.0.1/' }, { matchConditions })
      const response = await host.client.post(VALIDATING, { metadata: { name: 'hook' }, webhooks: [made] })
      const { body } = expectStatus(422, response)
      return body.details.causes.map(({ field, message }: Json) => `${field}: ${message}`)
    }
    const at = 'webhooks[0].matchConditions'
    assert.deepEqual(await post([{ name: '', expression: ' ' }]), [
      `${at}[0].expression: Required value`,
      `${at}[0].name: Required value`,
    ])
    assert.deepEqual(await post([{ name: 'a', expression: 'request.name' }]), [
      `${at}[0].expression: Invalid value: "request.name": must evaluate to bool but got string`,
    ])
    const [undeclared] = await post([{ name: 'a', expression: 'params.x == 1' }])
    assert.match(undeclared, /compilation failed: ERROR: <input>:1:1: undeclared reference to 'params'/)
    const [unknown] = await post([{ name: 'a', expression: 'request.nme == "x"' }])
    assert.match(unknown, /undefined field 'nme'/)
    const twice = { name: 'a', expression: 'true' }
    assert.deepEqual(await post([twice, twice]), [`${at}[1].name: Duplicate value: "a"`])
    const many = Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: 'true' }))
    assert.deepEqual(await post(many), [`${at}: Too many: 65: must have at most 64 items`])
  })
})
