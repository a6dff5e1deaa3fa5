import { after, describe } from 'node:test'
import { startTestServer } from '#testing.js'
import { TypedClient } from './typed-client.js'
import { FORMATS } from './wire.js'

/** Runs one suite with a client of each format, each with a server of its own. */
export function withTypedClients(name: string, suite: (client: TypedClient) => void): void {
  for (const format of FORMATS) {
    describe(`${name}, in ${format.name}`, async () => {
      const server = await startTestServer()
      after(() => server.close())
      suite(new TypedClient(server.url, format))
    })
  }
}
