import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import type { Duplex } from 'node:stream'
import { it } from 'node:test'
import { secureFront } from '#http/connection/secure-server.js'
import { LOCAL_HOSTS, newAuthority } from '../support/certificates/authority.js'
import { startLiveServer } from '../support/servers/live-server.js'

it('a watch over HTTP/2 adds no listener to its stream that nothing would remove', async (t) => {
  const authority = newAuthority()
  const streams: { readonly socket: Duplex; readonly listeners: number }[] = []
  const { url } = await startLiveServer(t, {
    tls: secureFront(authority.issueServer(LOCAL_HOSTS)),
    filters: [
      {
        before: ({ channel: { socket } }) =>
          void streams.push({ socket, listeners: socket.listenerCount('end') }),
      },
    ],
  })
  const session = connect(url, { ca: authority.cert })
  t.after(() => session.destroy())
  const stream = session.request({ ':path': '/api/v1/configmaps?watch=1' })
  const [headers] = await once(stream, 'response')
  assert.equal(headers[':status'], 200)
  const [watched] = streams
  assert.ok(watched)
  // It ends with the request, not with the client.
  assert.equal(watched.socket.listenerCount('end'), watched.listeners)
  stream.close()
})
