import { after, describe } from 'node:test'
import { startTestServer } from '#testing.js'
import { TypedClient } from './typed-client.js'
import { FORMATS } from './wire.js'

/** Runs a suite once per format, each with its own server. */
export function withTypedClients(name: string, suite: (client: TypedClient) => void): void {
  for (const format of FORMATS) {
    describe(`${name}, in ${format.name}`, async () => {
      // Without the controller that changes new ServiceCIDRs.
      const server = await startTestServer()
      after(() => server.close())
      suite(new TypedClient(server.url, format))
    })
  }
}
