import { requestText } from '#test/support/raw-client.js'
import type { HostileRequest } from '../support/hostile-request.js'
import { STOCK } from '../support/hostile-server.js'
import { raw } from '../support/raw-request.js'

/** Some requests get no response. */
const NOTHING = 0
const OBJECT = `${STOCK}/stock-1`
const CLOSE = 'Connection: close'
const post = (headers: readonly string[], body: string) =>
  requestText(`POST ${STOCK} HTTP/1.1`, CLOSE, ...headers) + body
const chunked = (body: string) => post(['Transfer-Encoding: chunked'], body)
const LAST = requestText('GET /livez HTTP/1.1', CLOSE)

/** Clients that violate HTTP, or push it to its limits. */
export const http: readonly HostileRequest[] = [
  raw(
    'thousands of requests on one connection',
    200,
    () => requestText(`GET ${OBJECT} HTTP/1.1`).repeat(3000) + LAST,
    { responseLimit: 16 * 1024 * 1024 },
  ),
  raw(
    'thousands of rejected requests on one connection',
    405,
    () => requestText(`OPTIONS ${OBJECT} HTTP/1.1`).repeat(3000) + LAST,
    { responseLimit: 16 * 1024 * 1024 },
  ),
  raw('as many headers as allowed', 200, () =>
    requestText(`GET ${OBJECT} HTTP/1.1`, CLOSE, ...Array.from({ length: 3900 }, () => 'a:')),
  ),
  raw('the same header as often as allowed', 200, () =>
    requestText(`GET ${OBJECT} HTTP/1.1`, CLOSE, ...Array.from({ length: 1600 }, () => 'Accept: *')),
  ),
  raw(
    'a header without an end',
    431,
    () => `${requestText(`GET ${OBJECT} HTTP/1.1`).trimEnd()}\r\nX: ${'x'.repeat(5_000_000)}`,
  ),
  raw('a URL without an end', 431, () => `GET /${'x'.repeat(5_000_000)}`),
  raw('a URL of the maximum length', 404, () => requestText(`GET /${'x/'.repeat(8000)} HTTP/1.1`, CLOSE)),
  raw('a URL with many .. segments', 404, () =>
    requestText(`GET ${STOCK}/${'../x/'.repeat(3000)} HTTP/1.1`, CLOSE),
  ),
  raw('a name of escaped zero bytes', [400, 404], () =>
    requestText(`GET ${STOCK}/${'%00'.repeat(5000)} HTTP/1.1`, CLOSE),
  ),
  raw('a name that is not percent-encoded', 400, () => requestText(`GET ${STOCK}/%zz%e0%80 HTTP/1.1`, CLOSE)),
  raw('a zero byte in the path', 400, () => requestText(`GET ${STOCK}/a\0b HTTP/1.1`, CLOSE)),
  raw('a body in chunks of one byte', [400, 413], () => chunked(`${'1\r\n[\r\n'.repeat(500_000)}0\r\n\r\n`)),
  raw(
    'a body in chunks of one byte to a path that does not exist',
    404,
    () =>
      requestText('POST /nowhere HTTP/1.1', CLOSE, 'Transfer-Encoding: chunked') +
      `${'1\r\n[\r\n'.repeat(500_000)}0\r\n\r\n`,
  ),
  raw('chunks with extensions that are longer than the data', [400, 413, 431], () =>
    chunked(`${`1;${'x'.repeat(10_000)}\r\n[\r\n`.repeat(300)}0\r\n\r\n`),
  ),
  raw('a chunk whose length is not a number', 400, () => chunked('zz\r\n{}\r\n0\r\n\r\n')),
  raw('a chunk whose length overflows', [400, 413], () => chunked(`${'f'.repeat(17)}\r\n{}`)),
  raw('a chunk with a negative length', 400, () => chunked('-1\r\n{}\r\n0\r\n\r\n')),
  raw('trailers that exceed the limit of headers', [400, 422, 431], () =>
    chunked(`2\r\n{}\r\n0\r\n${'T: x\r\n'.repeat(50_000)}\r\n`),
  ),
  raw('a body with Content-Length and Transfer-Encoding', 400, () =>
    post(['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  ),
  raw('two different Content-Length headers', 400, () =>
    post(['Content-Length: 2', 'Content-Length: 3'], '{}'),
  ),
  raw('a transfer coding after chunked', [400, NOTHING], () =>
    post(['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'),
  ),
  raw('a Content-Length that is a word', 400, () => post(['Content-Length: many'], '{}')),
  raw('a Content-Length that overflows', [400, 413], () => post([`Content-Length: ${'9'.repeat(40)}`], '{}')),
  raw('Expect: 100-continue for a body that is too long', 413, () =>
    post(['Content-Length: 99999999', 'Expect: 100-continue'], ''),
  ),
  raw('an unknown Expect header', 400, () => post(['Content-Length: 2', 'Expect: miracles'], '{}')),
  raw('an Upgrade to another protocol', 400, () =>
    requestText(`GET ${OBJECT} HTTP/1.1`, 'Connection: upgrade, close', 'Upgrade: websocket'),
  ),
  raw('a CONNECT request', 405, () => requestText('CONNECT example.com:443 HTTP/1.1')),
  raw('a TRACE request', 405, () => requestText(`TRACE ${OBJECT} HTTP/1.1`, CLOSE)),
  raw('an unknown method', 400, () => requestText(`BREW ${OBJECT} HTTP/1.1`, CLOSE)),
  raw('the preface of HTTP/2', [400, NOTHING], () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  raw('a TLS client hello', 400, () => Buffer.from('16030100c8010000c40303', 'hex')),
  raw('random bytes', 400, () => Buffer.alloc(1_000_000, Buffer.from('\u00ff\u0000\r\n\u0001', 'latin1'))),
  raw('only line breaks', [400, NOTHING], () => '\r\n'.repeat(1_000_000), { patienceMs: 1000 }),
  raw(
    'a header that continues on the next line',
    400,
    () => `GET ${OBJECT} HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n`,
  ),
  raw('an unknown version of HTTP', 400, () => requestText(`GET ${OBJECT} HTTP/9.9`, CLOSE)),
]
