import { readFileSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

/** The baseline over TLS: sends fixed bytes for every request, with HTTP/1.1 or HTTP/2. */
const [version = '1.1', file = '', credentials = ''] = process.argv.slice(2)
const body = readFileSync(file)
const pem = readFileSync(credentials)
const headers = { 'content-type': 'application/json', 'content-length': body.length }

const server: Server = version === '1.1' ? http1() : http2()
server.listen(0, '127.0.0.1', () => {
  console.log(`bare server at https://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))

function http1(): Server {
  return createServer({ cert: pem, key: pem }, (_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
}

/** Streams cost less than Node's request and response objects. */
function http2(): Server {
  const server = createSecureServer({ cert: pem, key: pem })
  server.on('stream', (stream) => {
    // Without a listener, a client that cancels a request would end the program.
    stream.on('error', () => undefined)
    stream.respond({ ':status': 200, ...headers })
    stream.end(body)
  })
  return server
}
