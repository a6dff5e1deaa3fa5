import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The baseline: reads the whole request and responds with fixed bytes. */
const [code = '200', file = ''] = process.argv.slice(2)
const body = readFileSync(file)
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length }

const server = createServer((request, response) => {
  const respond = () => {
    response.writeHead(Number(code), headers)
    response.end(body)
  }
  if (request.method === 'GET') return respond()
  request.resume()
  request.once('end', respond)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`bare server at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
