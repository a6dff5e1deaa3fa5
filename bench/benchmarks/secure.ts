import { CertificateAuthority, newKey } from '#access/certificates/certificate-authority.js'
import { startBareSecure } from '../bare.js'
import type { Benchmark } from '../benchmark.js'
import { startStreams } from '../h2load.js'
import type { ServerProcess } from '../processes.js'
import type { Row } from '../row.js'
import { type Side, sideBySide } from '../side-by-side.js'
import { COLLECTION, sample, startStocked } from '../stock.js'
import { ACCESS } from '../targets.js'
import { newFile } from '../workspace.js'
import { type RunningLoad, startLoad } from '../wrk.js'

const OBJECTS = 5000
const PATH = `${COLLECTION}/object-0`
/** Both HTTP versions have the same number of concurrent requests. */
const CONNECTIONS = 16
const MULTIPLEXED = { connections: 4, streams: 4 }

let credentials: Promise<string> | undefined

/** A file with a certificate and its key. */
export function credentialsFile(): Promise<string> {
  credentials ??= (() => {
    const [key] = newKey()
    const issued = CertificateAuthority.of({ cert: CertificateAuthority.certify(key), key }).issueServer([
      '127.0.0.1',
    ])
    return newFile('credentials', issued.cert + issued.key)
  })()
  return credentials
}

/** Gets over TLS. The baseline is a bare server that sends the same bytes over TLS. */
function secureGet(
  row: Row,
  version: '1.1' | '2',
  load: (server: ServerProcess, seconds: number) => RunningLoad,
): Benchmark {
  const sideOf = (server: ServerProcess): Side => ({ server, load: (seconds) => load(server, seconds) })
  return sideBySide(
    row,
    async (build) => {
      const file = await credentialsFile()
      const flags = ['--tls-cert-file', file, '--tls-key-file', file]
      return sideOf(await startStocked(build, OBJECTS, { flags }))
    },
    async () => sideOf(await startBareSecure(version, await sample(PATH, OBJECTS), await credentialsFile())),
  )
}

export const secureGets = [
  secureGet(ACCESS.getTls, '1.1', (server, seconds) =>
    startLoad(server, { script: 'get', path: PATH, connections: CONNECTIONS }, seconds),
  ),
  secureGet(ACCESS.getHttp2, '2', (server, seconds) =>
    startStreams(server, { path: PATH, ...MULTIPLEXED }, seconds),
  ),
]
