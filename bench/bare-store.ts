import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { open } from 'lmdb'

/** The baseline for durable writes: parses the body, puts it into lmdb, waits until it is on disk, and returns it. */
const store = open<Buffer, number>({
  path: join(process.argv[2] ?? '', 'data'),
  encoding: 'binary',
  overlappingSync: false,
})
let count = 0

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const body = Buffer.concat(chunks)
    const bytes = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
    await store.put(count++, bytes)
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': bytes.length })
    response.end(bytes)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`bare store at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
