import { exactly, type FlagSection, ineffective, refused, renamed, same } from './flag.js'

export const SERVING: FlagSection = {
  title: 'Serving',
  rows: [
    same('--advertise-address', 'An address of the machine by default.'),
    renamed('--bind-address', '--host', '`kube-apiserver` listens on `0.0.0.0`, `serve` on `127.0.0.1`.', {
      value: (address) => address || '0.0.0.0',
    }),
    renamed(
      '--cert-dir',
      '--data-dir',
      'Without `--tls-cert-file`, `kube-apiserver` makes certificates there, in `pki/`: `serve --tls-self-signed`.',
      { help: 'folder of the certificates that the server makes without --tls-cert-file' },
    ),
    same('--client-ca-file'),
    same('--cors-allowed-origins strings', 'Also plain origins.'),
    ineffective(
      '--disable-http2-serving bool',
      'The client chooses the version.',
      exactly('true', 'HTTP/2 is always offered.'),
    ),
    ineffective(
      '--external-hostname',
      'Requests may use any name; `serve` can limit them by `--allowed-hosts`.',
    ),
    ineffective(
      '--goaway-chance float',
      'Any server continues a client; `--shutdown-delay-duration` moves clients before a stop.',
    ),
    ineffective('--http2-max-streams-per-connection int', 'Fixed ([limits](./limits.md)).'),
    ineffective('--livez-grace-period duration', 'The server listens only when it is ready.'),
    ineffective('--max-connection-bytes-per-sec int'),
    ineffective('--min-request-timeout int', 'Watches without `timeoutSeconds` end after 30 to 60 minutes.'),
    ineffective('--permit-address-sharing bool, --permit-port-sharing bool'),
    ineffective('--request-timeout duration', 'Fixed ([limits](./limits.md)).'),
    renamed('--secure-port int', '--port', 'Default 6443, with `serve` 8080.'),
    renamed('--shutdown-delay-duration duration', '--shutdown-delay'),
    ineffective(
      '--shutdown-send-retry-after bool, --shutdown-watch-termination-grace-period duration',
      'Watches end with the server; clients resume on another one.',
    ),
    refused('--strict-transport-security-directives strings', 'Responses do not have that header.'),
    same('--tls-cert-file'),
    same('--tls-cipher-suites strings', 'Without suites of RC4 and 3DES.'),
    same('--tls-min-version', '`VersionTLS12` or `VersionTLS13`.'),
    renamed('--tls-private-key-file', '--tls-key-file'),
    refused('--tls-sni-cert-key array', 'There is one certificate, with all names.'),
  ],
}
