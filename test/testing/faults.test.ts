import assert from 'node:assert/strict'
import { connect } from 'node:http2'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import {
  cutWatch,
  delay,
  dropAfter,
  dropBefore,
  duplicateEvents,
  expireWatch,
  type FaultAction,
  type FaultMatch,
  fail,
  slowBytes,
  staleReads,
  startTestServer,
} from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const configMap = (name: string, data = {}) => ({ metadata: { name }, data })

async function started(t: TestContext, options = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return { server, client: new Client(server.url), faults: server.faults }
}

const versionOf = ({ body }: { readonly body: Json }) => body.metadata.resourceVersion

/** All events of a watch, and whether it ended properly. */
async function watched(client: Client, path: string): Promise<{ events: Json[]; isWhole: boolean }> {
  const response = await client.open(path)
  let text = ''
  let isWhole = true
  try {
    for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(
      new TextDecoderStream(),
    ))
      text += chunk
  } catch {
    isWhole = false
  }
  const lines = text.split('\n').filter((line) => line !== '')
  return { events: lines.map((line) => JSON.parse(line)), isWhole }
}

const namesOf = (events: readonly Json[]) =>
  events.map(({ type, object }) => `${type} ${object.metadata.name}`)

describe('a fault rule', () => {
  it('acts on the requests that match, as often as it says, and counts', async (t) => {
    const { client, faults } = await started(t)
    const fault = faults.add({ verb: 'create', resource: 'configmaps', times: 2 }, fail(503))
    const codes = []
    for (const name of ['a', 'b', 'c']) codes.push((await client.post(CONFIG_MAPS, configMap(name))).status)
    assert.deepEqual(codes, [503, 503, 201])
    assert.equal((await client.get(CONFIG_MAPS)).status, 200)
    assert.equal(fault.fired, 2)
  })

  it('acts on the n-th request, and with times on those after it', async (t) => {
    const { client, faults } = await started(t)
    faults.add({ verb: 'list', nth: 2 }, fail(500))
    faults.add({ verb: 'list', nth: 4, times: 2 }, fail(503))
    const codes = []
    for (let call = 0; call < 7; call++) codes.push((await client.get(CONFIG_MAPS)).status)
    // The second rule does not see the request that the first one ends.
    assert.deepEqual(codes, [200, 500, 200, 200, 503, 503, 200])
  })

  it('matches kind, group, namespace, name, subresource and user', async (t) => {
    const { server, faults } = await started(t, {
      users: { ann: ['system:masters'], bob: ['system:masters'] },
    })
    const hits = async (match: FaultMatch, user: string, path: string, method = 'GET') => {
      const fault = faults.add(match, fail(418))
      const { status } = await server.as(user)(path, { method })
      fault.remove()
      return status === 418
    }
    const web = '/apis/apps/v1/namespaces/test/deployments/web'
    const all: FaultMatch = {
      ...{ kind: 'Deployment', group: 'apps', resource: ['pods', 'deployments'], namespace: 'test' },
      ...{ name: 'web', subresource: ['', 'status'], user: 'ann', verb: 'get' },
    }
    assert.equal(await hits(all, 'ann', web), true)
    assert.equal(await hits(all, 'ann', `${web}/status`), true)
    assert.equal(await hits(all, 'ann', `${web}/scale`), false)
    assert.equal(await hits(all, 'bob', web), false)
    assert.equal(await hits(all, 'ann', web, 'DELETE'), false)
    assert.equal(await hits(all, 'ann', '/apis/apps/v1/namespaces/other/deployments/web'), false)
    assert.equal(await hits(all, 'ann', '/apis/apps/v1/namespaces/test/deployments/db'), false)
    assert.equal(await hits({ verb: 'get' }, 'ann', '/version'), false)
    assert.equal(await hits({ path: '/openapi/*' }, 'ann', '/openapi/v2'), true)
  })

  it('matches the name of an object that is created', async (t) => {
    const { client, faults } = await started(t)
    const fault = faults.add({ verb: 'create', name: 'b' }, fail(500))
    const codes = []
    for (const name of ['a', 'b', 'c']) codes.push((await client.post(CONFIG_MAPS, configMap(name))).status)
    assert.deepEqual(codes, [201, 500, 201])
    assert.equal(fault.fired, 1)
  })

  it('with a probability makes the same choices for the same seed', async (t) => {
    const { client, faults } = await started(t)
    const choices = async (seed: number) => {
      const fault = faults.add({ verb: 'list', probability: 0.5, seed }, fail(500))
      const codes = []
      for (let call = 0; call < 24; call++) codes.push((await client.get(CONFIG_MAPS)).status)
      fault.remove()
      return codes.join()
    }
    const first = await choices(1)
    assert.equal(await choices(1), first)
    assert.notEqual(await choices(2), first)
    assert.match(first, /200/)
    assert.match(first, /500/)
  })

  it('that is removed, cleared or reset no longer acts', async (t) => {
    const { server, client, faults } = await started(t)
    const fault = faults.add({}, fail(500))
    assert.deepEqual(faults.list, [fault])
    fault.remove()
    assert.equal((await client.get(CONFIG_MAPS)).status, 200)
    faults.add({}, fail(500))
    faults.clear()
    assert.equal((await client.get(CONFIG_MAPS)).status, 200)
    faults.add({}, fail(500))
    await server.reset()
    assert.equal((await client.get(CONFIG_MAPS)).status, 200)
    assert.deepEqual(faults.list, [])
  })

  const WRONG: readonly [string, () => FaultAction, FaultMatch, string][] = [
    [
      'an unknown verb',
      () => fail(500),
      { verb: 'creat' },
      `match.verb: 'creat' is unknown, did you mean create?`,
    ],
    [
      'an unknown field',
      () => fail(500),
      { resourc: 'pods' } as FaultMatch,
      `match: 'resourc' is unknown, did you mean resource?`,
    ],
    [
      'a number as a name',
      () => fail(500),
      { name: 1 as never },
      'match.name: expected a string or strings, got 1',
    ],
    ['no count', () => fail(500), { times: 0 }, 'match.times: expected a number from 1 on, got 0'],
    [
      'no probability',
      () => fail(500),
      { probability: 2 },
      'match.probability: expected a number from 0 to 1, got 2',
    ],
    [
      'no action',
      () => 'fail' as never,
      {},
      `expected an action such as fail(409) or delay('1s'), got 'fail'`,
    ],
    ['no error code', () => fail(200), {}, 'fail: expected a status code from 400 to 599, got 200'],
    [
      'no duration',
      () => delay('soon'),
      {},
      `delay: expected milliseconds or a text such as '1s', got 'soon'`,
    ],
    [
      'no rate',
      () => slowBytes({} as never),
      {},
      'slowBytes: bytesPerSecond: expected a whole number from 1 on, got undefined',
    ],
    [
      'an unknown option',
      () => cutWatch({ after: 1 } as never),
      {},
      `cutWatch: 'after' is unknown, known are afterEvents`,
    ],
    [
      'a watch action on creates',
      () => expireWatch(),
      { verb: 'create' },
      `expireWatch acts on watches, but match.verb is 'create'`,
    ],
    [
      'stale writes',
      () => staleReads(),
      { verb: 'update' },
      `staleReads acts on get and list, but match.verb is 'update'`,
    ],
  ]
  it('that is wrong is an error that says why', async (t) => {
    const { faults } = await started(t)
    for (const [what, action, match, message] of WRONG)
      await t.test(what, () => assert.throws(() => faults.add(match, action()), new TypeError(message)))
    assert.deepEqual(faults.list, [])
  })
})

describe('a failed request', () => {
  it('gets the Status and the Retry-After of Kubernetes', async (t) => {
    const { client, faults } = await started(t)
    faults.add({ times: 1 }, fail(429))
    const busy = await client.get(CONFIG_MAPS)
    assert.equal(busy.headers.get('retry-after'), '1')
    assert.equal(busy.body.reason, 'TooManyRequests')
    assert.equal(busy.body.details.retryAfterSeconds, 1)
    faults.add({ times: 1 }, fail(409))
    const conflict = await client.put(`${CONFIG_MAPS}/a`, configMap('a'))
    assert.equal(conflict.body.reason, 'Conflict')
    assert.match(
      conflict.body.message,
      /^Operation cannot be fulfilled on configmaps "a": the object has been modified/,
    )
    assert.deepEqual(conflict.body.details, { name: 'a', kind: 'configmaps' })
  })

  it('may have any code, reason, message and Retry-After', async (t) => {
    const { client, faults } = await started(t)
    faults.add({}, fail(502, { retryAfter: 7, reason: 'BadGateway', message: 'no route' }))
    const { status, headers, body } = await client.get(CONFIG_MAPS)
    assert.deepEqual([status, headers.get('retry-after')], [502, '7'])
    assert.deepEqual([body.code, body.reason, body.message], [502, 'BadGateway', 'no route'])
  })
})

describe('a delayed request', () => {
  it('is handled later, and not at all if its client leaves', async (t) => {
    const { server, client, faults } = await started(t)
    faults.add({ verb: 'create', times: 1 }, delay(50))
    assert.equal((await client.post(CONFIG_MAPS, configMap('a'))).status, 201)
    assert.ok((server.requests.entries[0]?.duration ?? 0) >= 49)
    faults.add({ verb: 'create', times: 1 }, delay('1h'))
    const signal = AbortSignal.timeout(100)
    const init = { method: 'POST', body: JSON.stringify(configMap('b')), signal }
    await assert.rejects(fetch(server.url + CONFIG_MAPS, init))
    assert.equal((await client.get(`${CONFIG_MAPS}/b`)).status, 404)
  })

  it('reaches a client that has nothing more to send', async (t) => {
    const { server, faults } = await started(t)
    faults.add({ verb: 'list' }, delay(50))
    for (const version of ['1.0', '1.1']) {
      const socket = new Socket({ allowHalfOpen: true }).connect(server.port, '127.0.0.1')
      const close = version === '1.1' ? 'Connection: close\r\n' : ''
      socket.end(`GET ${CONFIG_MAPS} HTTP/${version}\r\nHost: localhost\r\n${close}\r\n`)
      assert.match(await text(socket), /^HTTP\/1\.1 200 OK\r\n/)
    }
  })
})

for (const secure of [false, true]) {
  describe(`a dropped connection ${secure ? 'over TLS and HTTP/2' : 'over HTTP/1.1'}`, () => {
    it('comes before the write, or after it', async (t) => {
      const folder = await temporaryFolder()
      t.after(() => folder.remove())
      const options = secure
        ? { tls: { selfSigned: true }, dataDir: folder.path, authorization: 'AlwaysAllow' }
        : {}
      const { server, faults } = await started(t, options)
      const post = secure ? overHttp2(t, server.url) : overHttp1(server.url)
      faults.add({ verb: 'create', times: 1 }, dropBefore())
      await assert.rejects(post(configMap('a')))
      faults.add({ verb: 'create', times: 1 }, dropAfter())
      await assert.rejects(post(configMap('b')))
      assert.equal(await post(configMap('a')), 201)
      assert.equal(await post(configMap('b')), 409)
    })
  })
}

const overHttp1 = (url: string) => async (body: object) =>
  (await new Client(url).post(CONFIG_MAPS, body)).status

function overHttp2(t: TestContext, url: string): (body: object) => Promise<number> {
  const session = connect(url, { rejectUnauthorized: false })
  t.after(() => session.close())
  return (body) =>
    new Promise((resolve, reject) => {
      const request = session.request({
        ':path': CONFIG_MAPS,
        ':method': 'POST',
        'content-type': 'application/json',
      })
      request.on('error', reject)
      request.on('response', (headers) => {
        request.resume()
        resolve(Number(headers[':status']))
      })
      request.end(JSON.stringify(body))
    })
}

/** Reads a response over HTTP/2 as far as it goes. */
function readHttp2(t: TestContext, url: string, path: string): Promise<{ text: string; isWhole: boolean }> {
  const session = connect(url, { rejectUnauthorized: false })
  t.after(() => session.close())
  return new Promise((resolve) => {
    const request = session.request({ ':path': path })
    let text = ''
    let isWhole = true
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    request.on('error', () => {
      isWhole = false
    })
    request.on('close', () => resolve({ text, isWhole }))
    request.end()
  })
}

describe('faults over TLS and HTTP/2', () => {
  it('cut and expire watches, slow bytes down, and are in the journal', async (t) => {
    const folder = await temporaryFolder()
    t.after(() => folder.remove())
    const { server, faults } = await started(t, {
      ...{ tls: { selfSigned: true }, dataDir: folder.path, authorization: 'AlwaysAllow' },
    })
    const post = overHttp2(t, server.url)
    for (const name of ['a', 'b']) await post(configMap(name))
    const watch = `${CONFIG_MAPS}?watch=1`
    faults.add({ times: 1 }, cutWatch({ afterEvents: 1 }))
    const cut = await readHttp2(t, server.url, watch)
    assert.deepEqual([cut.text.split('\n').length, cut.isWhole], [2, false])
    faults.add({ times: 1 }, expireWatch({ afterEvents: 2 }))
    const expired = await readHttp2(t, server.url, watch)
    assert.match(expired.text, /\n\{"type":"ERROR","object":\{.*"code":410/)
    assert.equal(expired.isWhole, true)
    faults.add({ verb: 'list' }, slowBytes({ bytesPerSecond: 20_000 }))
    const { text } = await readHttp2(t, server.url, CONFIG_MAPS)
    assert.equal(JSON.parse(text).items.length, 2)
    assert.deepEqual(
      server.requests.entries.map(({ verb, code, events }) => [verb, code, events]),
      [
        ['create', 201, undefined],
        ['create', 201, undefined],
        ['watch', 200, 1],
        ['watch', 200, 3],
        ['list', 200, undefined],
      ],
    )
    assert.deepEqual(server.requests.entries[4]?.responseBody, JSON.parse(text))
    assert.deepEqual(server.requests.entries[0]?.requestBody, configMap('a'))
  })
})

describe('a request with a long body', () => {
  it('is dropped and recorded like others', async (t) => {
    const { server, client, faults } = await started(t)
    const body = configMap('a', { key: 'x'.repeat(100_000) })
    faults.add({ verb: 'create', name: 'a', times: 1 }, dropAfter())
    await assert.rejects(client.post(CONFIG_MAPS, body))
    assert.equal((await client.post(CONFIG_MAPS, body)).status, 409)
    assert.deepEqual(server.requests.entries[1]?.requestBody, body)
  })
})

describe('a watch', () => {
  it('is cut after so many events', async (t) => {
    const { client, faults } = await started(t)
    for (const name of ['a', 'b', 'c']) await client.post(CONFIG_MAPS, configMap(name))
    const fault = faults.add({ times: 2 }, cutWatch({ afterEvents: 2 }))
    const { events, isWhole } = await watched(client, `${CONFIG_MAPS}?watch=1`)
    assert.deepEqual(namesOf(events), ['ADDED a', 'ADDED b'])
    assert.equal(isWhole, false)
    const version = events[1].object.metadata.resourceVersion
    const rest = client.watch(`${CONFIG_MAPS}?watch=1&resourceVersion=${version}`, 1)
    assert.deepEqual(namesOf(await rest), ['ADDED c'])
    assert.equal(fault.fired, 2)
  })

  it('is cut at once by default', async (t) => {
    const { client, faults } = await started(t)
    await client.post(CONFIG_MAPS, configMap('a'))
    faults.add({ resource: 'configmaps' }, cutWatch())
    assert.deepEqual(await watched(client, `${CONFIG_MAPS}?watch=1`), { events: [], isWhole: false })
  })

  it('expires with an ERROR event of code 410 and ends', async (t) => {
    const { client, faults } = await started(t)
    const version = versionOf(await client.get(CONFIG_MAPS))
    for (const name of ['a', 'b']) await client.post(CONFIG_MAPS, configMap(name))
    faults.add({ verb: 'watch' }, expireWatch({ afterEvents: 1 }))
    const { events, isWhole } = await watched(client, `${CONFIG_MAPS}?watch=1&resourceVersion=${version}`)
    assert.deepEqual(
      events.map(({ type, object }) => [type, object.code ?? object.metadata.name]),
      [
        ['ADDED', 'a'],
        ['ERROR', 410],
      ],
    )
    assert.equal(events[1].object.reason, 'Expired')
    assert.equal(isWhole, true)
  })

  it('that continues from a version gets events again', async (t) => {
    const { client, faults } = await started(t)
    for (const name of ['a', 'b']) await client.post(CONFIG_MAPS, configMap(name))
    await client.post('/api/v1/namespaces/other/configmaps', configMap('c'))
    const version = versionOf(await client.get(CONFIG_MAPS))
    await client.post(CONFIG_MAPS, configMap('d'))
    const fault = faults.add({}, duplicateEvents({ events: 2 }))
    const path = `${CONFIG_MAPS}?watch=1`
    assert.deepEqual(namesOf(await client.watch(`${path}&resourceVersion=${version}`, 3)), [
      'ADDED a',
      'ADDED b',
      'ADDED d',
    ])
    assert.equal((await client.watch(path, 3)).length, 3)
    assert.equal(fault.fired, 1)
  })
})

describe('stale reads', () => {
  it('return the state before the last changes of the kind', async (t) => {
    const { client, faults } = await started(t)
    await client.post(CONFIG_MAPS, configMap('a', { key: 'old' }))
    await client.post(CONFIG_MAPS, configMap('b'))
    await client.put(`${CONFIG_MAPS}/a`, configMap('a', { key: 'new' }))
    await client.post('/api/v1/namespaces/test/secrets', configMap('s'))
    faults.add({}, staleReads({ behind: 2 }))
    const names = async (query: string) =>
      (await client.get(CONFIG_MAPS + query)).body.items.map(({ metadata }: Json) => metadata.name)
    const a = `${CONFIG_MAPS}/a`
    assert.deepEqual(await names(''), ['a'])
    assert.deepEqual(await names('?resourceVersion=0'), ['a'])
    assert.equal((await client.get(`${a}?resourceVersion=0`)).body.data.key, 'old')
    assert.equal((await client.get(`${CONFIG_MAPS}/b?resourceVersion=0`)).status, 404)
    // These ask for the newest state, or for a version.
    assert.equal((await client.get(a)).body.data.key, 'new')
    faults.clear()
    assert.deepEqual(await names(''), ['a', 'b'])
  })
})

describe('slow bytes', () => {
  it('arrive one after the other, and completely', async (t) => {
    const { server, client, faults } = await started(t)
    await client.post(CONFIG_MAPS, configMap('a', { key: 'x'.repeat(1000) }))
    faults.add({ verb: ['get', 'watch'] }, slowBytes({ bytesPerSecond: 10_000 }))
    const { body } = await client.get(`${CONFIG_MAPS}/a`)
    assert.equal(body.data.key.length, 1000)
    assert.ok((server.requests.filter({ verb: 'get' })[0]?.duration ?? 0) > 0)
    assert.deepEqual(namesOf(await client.watch(`${CONFIG_MAPS}?watch=1`, 1)), ['ADDED a'])
  })

  it('let a client with a short timeout give up', async (t) => {
    const { server, client, faults } = await started(t)
    await client.post(CONFIG_MAPS, configMap('a'))
    faults.add({ verb: 'get' }, slowBytes({ bytesPerSecond: 1 }))
    const response = await fetch(`${server.url}${CONFIG_MAPS}/a`, { signal: AbortSignal.timeout(200) })
    assert.equal(response.status, 200)
    await assert.rejects(response.text())
  })
})
