import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The baseline for watches: every POST sends the same bytes to every open GET. */
const frame = readFileSync(process.argv[2] ?? '')
const streams = new Set<ServerResponse>()

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.flushHeaders()
    streams.add(response)
    response.on('close', () => streams.delete(response))
    return
  }
  request.resume()
  request.on('end', () => {
    for (const stream of streams) stream.write(frame)
    response.end('{}')
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`bare streams at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
