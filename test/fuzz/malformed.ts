import { Client } from '../support/client.js'
import { deployment } from '../support/objects.js'
import type { Random } from '../support/random.js'

/** Malformed requests, as raw bytes. Each is complete, so that the server can respond. */

const COLLECTION = '/apis/extensions/v1beta1/namespaces/fuzz/deployments'
const PATHS = [
  COLLECTION,
  `${COLLECTION}/web`,
  '/apis/extensions/v1beta1/namespaces/fuzz/ingresses',
  '/apis/federation/v1beta1/clusters',
  '/apis/federation/v1beta1/clusters/c/status',
  '/apis',
  '/version',
]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
const CONTENT_TYPES = [
  'application/json',
  'application/yaml',
  'application/json; charset=latin1',
  'text/plain',
  'a/b/c',
  ';;',
  '',
]
const POLLUTING = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

type Maker = (random: Random) => Buffer

function request(
  method: string,
  path: string,
  body: Buffer | string,
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body)
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers]
  if (!headers.some((header) => /^(content-length|transfer-encoding)/i.test(header))) {
    lines.push(`Content-Length: ${bytes.length}`)
  }
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}

const post = (random: Random, body: Buffer | string, type = 'application/json') =>
  random.chance(0.7)
    ? request('POST', COLLECTION, body, [`Content-Type: ${type}`])
    : request('PUT', `${COLLECTION}/web`, body, [`Content-Type: ${type}`])

const valid = () => JSON.stringify(deployment('web'))

/** A valid object with one value somewhere replaced by something else. */
function misshapen(random: Random): string {
  const root = deployment(random.pick(['web', '', '..', 'a/b', 'x'.repeat(300), 'UP', '\u0000']))
  let node = root
  for (;;) {
    const key = random.pick(Object.keys(node))
    const child = node[key]
    if (typeof child === 'object' && child !== null && Object.keys(child).length > 0 && random.chance(0.8)) {
      node = child
      continue
    }
    node[key] = random.pick([
      null,
      true,
      0,
      -1,
      1.5,
      2 ** 31,
      2 ** 53,
      1e308,
      '',
      'text',
      [],
      {},
      [[]],
      { a: {} },
      [null],
    ])
    return JSON.stringify(root)
  }
}

const MAKERS: readonly Maker[] = [
  // The first line.
  (random) => Buffer.concat([random.bytes(1 + random.below(200)), Buffer.from('\r\n\r\n')]),
  (random) => Buffer.from(`${random.text(10)} / HTTP/1.1\r\nHost: x\r\n\r\n`, 'latin1'),
  (random) =>
    Buffer.from(`GET / HTTP/${random.pick(['0.9', '3.0', 'x', '1.1.1', '99999'])}\r\nHost: x\r\n\r\n`),
  (random) => request(random.pick(METHODS), random.pick(PATHS), ''),
  // Paths and queries.
  (random) => request('GET', `/${random.text(random.below(300)).replace(/\s/g, '')}`, ''),
  (random) => request('GET', `${random.pick(PATHS)}/%${random.text(2, '0123456789abcdefgxyz%')}`, ''),
  (random) =>
    request(
      'GET',
      `${random.pick(PATHS)}/${random.pick(['..', '.', '%2e%2e', '%00', '%ff', '%c0%af', '%2f', '//', ';x'])}`,
      '',
    ),
  (random) => request('GET', `${random.pick(PATHS)}/${'a'.repeat(random.below(12_000))}`, ''),
  (random) =>
    request('GET', `${random.pick(PATHS)}?${random.text(random.below(200)).replace(/\s/g, '')}`, ''),
  (random) =>
    request(
      'GET',
      `${COLLECTION}/web?${random.pick(['resourceVersion', 'pretty', 'export', 'exact'])}=${random.pick(['-1', 'x', '1e9', '99999999999999999999', '%', '[]', '0x1'])}`,
      '',
    ),
  // Headers.
  (random) => request('GET', '/apis', '', [`${random.text(20)}: x`]),
  (random) => request('GET', '/apis', '', [`X: ${'y'.repeat(random.below(40_000))}`]),
  (random) =>
    request(
      'GET',
      '/apis',
      '',
      Array.from({ length: random.below(3000) }, (_, index) => `X-${index}: y`),
    ),
  (random) =>
    request('GET', random.pick(PATHS), '', [
      `Accept: ${random.text(random.below(100)).replace(/[\r\n]/g, '')}`,
    ]),
  (random) =>
    request('POST', COLLECTION, valid(), [
      `Content-Length: ${random.pick(['-1', 'x', '1e3', '99999999999999999999', '0x10', '1, 2'])}`,
    ]),
  (random) =>
    request('POST', COLLECTION, valid(), ['Content-Length: 5', `Content-Length: ${random.below(9)}`]),
  (random) =>
    request(
      'POST',
      COLLECTION,
      random.pick(['zz\r\n', '-1\r\n', 'ffffffffffffffffff\r\n', '5\r\nab\r\n0\r\n\r\n']),
      ['Transfer-Encoding: chunked'],
    ),
  (random) =>
    request('POST', COLLECTION, '', [`Transfer-Encoding: ${random.pick(['x', 'gzip', 'chunked, x'])}`]),
  (random) => request('POST', COLLECTION, valid(), [`Expect: ${random.pick(['200-ok', 'x', ''])}`]),
  (random) =>
    request('GET', '/apis', '', [
      `Upgrade: ${random.pick(['websocket', 'h2c', 'x'])}`,
      'Connection: Upgrade',
    ]),
  (random) => request('POST', COLLECTION, valid(), [`Content-Type: ${random.pick(CONTENT_TYPES)}`]),
  // Bodies.
  (random) => post(random, random.bytes(random.below(2000)), random.pick(CONTENT_TYPES)),
  (random) => post(random, valid().slice(0, random.below(200))),
  (random) => {
    const bytes = Buffer.from(valid())
    for (let i = random.below(10); i >= 0; i--) bytes[random.below(bytes.length)] = random.below(256)
    return post(random, bytes, random.pick(['application/json', 'application/yaml']))
  },
  (random) => post(random, misshapen(random)),
  (random) => post(random, random.pick(['[', '{"a":', '[[', '{"spec":']).repeat(1 + random.below(50_000))),
  (random) => {
    const depth = 1 + random.below(20_000)
    return post(random, `{"metadata":${'['.repeat(depth)}${']'.repeat(depth)}}`)
  },
  (random) =>
    post(
      random,
      `{"metadata":{"name":"web"},"spec":{"replicas":${random.pick(['1e999', '-1e999', '1'.repeat(5000), '0.1', '1e-400', '-0', '9007199254740993'])}}}`,
    ),
  (random) =>
    post(random, Buffer.concat([Buffer.from('{"metadata":{"name":"'), random.bytes(20), Buffer.from('"}}')])),
  (random) => {
    const key = JSON.stringify(random.pick(POLLUTING))
    return post(
      random,
      `{${key}:{"polluted":true},"metadata":{"name":"web","labels":{${key}:"x"},"annotations":{${key}:"y"},${key}:{}},"spec":{${key}:1}}`,
    )
  },
  (random) =>
    post(
      random,
      JSON.stringify({ metadata: { name: 'web', annotations: { a: 'x'.repeat(random.below(1_000_000)) } } }),
    ),
  (random) =>
    post(
      random,
      'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d]\n',
      'application/yaml',
    ),
  (random) =>
    post(
      random,
      random.pick([
        '- '.repeat(5000),
        '{'.repeat(5000),
        '? '.repeat(3000),
        '!!js/function "x"',
        '&a [*a]',
        '%YAML 9.9\n---\n',
        '--- |\n',
        '\t- x',
        '!!binary "x"',
        'a: .inf\nb: .nan',
      ]),
      'application/yaml',
    ),
  (random) =>
    request(
      'DELETE',
      `${COLLECTION}/web`,
      random.pick([
        '{',
        '[]',
        '"x"',
        '{"preconditions":1}',
        '{"preconditions":{"uid":5}}',
        '{"propagationPolicy":"Never"}',
        '{"kind":"Pod"}',
        '{"gracePeriodSeconds":"x"}',
      ]),
    ),
]

export function malformedRequest(random: Random): Buffer {
  return random.pick(MAKERS)(random)
}

/** Whether the server still serves requests. */
export async function stillServes(url: string): Promise<boolean> {
  const { status } = await new Client(url).get('/healthz')
  return status === 200
}
