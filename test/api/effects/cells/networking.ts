import type { Json } from '#test/support/client.js'
import { AGE, type CellsExample, shown, TIME } from './example.js'

const object = (apiVersion: string, kind: string, content: Json = {}) => ({ apiVersion, kind, ...content })
const NETWORKING = 'networking.k8s.io/v1'
const REQUEST = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIHWMH4CAQAwHDEMMAoGA1UEAwwDYW5uMQwwCgYDVQQKDANkZXYwWTATBgcqhkjO',
  'PQIBBggqhkjOPQMBBwNCAAQOZ4xS64S624C09tVnsSsew3m3nTpA6JR1Gnh+Ouat',
  'bQP3O70rxqIDpGCdfyz9OEjv0iCm4sxRLCjRtfwhTKWLoAAwCgYIKoZIzj0EAwID',
  'SAAwRQIhAOjM8NJdRBvxF2Ew3XMpecCyb7TbeYfhQyQPXdbl/A5MAiAbsII5BsQ/',
  'ZXXKj5ndZy4oID0BJqR63DQW5P32qZSC1g==',
  '-----END CERTIFICATE REQUEST-----',
].join('\n')
const signing = (spec: Json = {}, status?: Json) =>
  object('certificates.k8s.io/v1', 'CertificateSigningRequest', {
    spec: {
      request: Buffer.from(REQUEST).toString('base64'),
      signerName: 'example.com/signer',
      usages: ['client auth'],
      ...spec,
    },
    status,
  })
const signingRow = (cells: Json) => ({
  Name: 'example',
  Age: AGE,
  SignerName: 'example.com/signer',
  Requestor: 'system:anonymous',
  RequestedDuration: '<none>',
  Condition: 'Pending',
  ...cells,
})
const ingress = (spec: Json, status?: Json) => object(NETWORKING, 'Ingress', { spec, status })
const ingressRow = (cells: Json) => ({
  Name: 'example',
  Class: '<none>',
  Hosts: '*',
  Address: '',
  Ports: '80',
  Age: AGE,
  ...cells,
})
const BACKEND = { defaultBackend: { service: { name: 'web', port: { number: 80 } } } }
const address = (name: string, parentRef: Json) =>
  object(NETWORKING, 'IPAddress', { metadata: { name }, spec: { parentRef } })

export const networkingCells: readonly CellsExample[] = [
  shown(ingress(BACKEND), ingressRow({})),
  shown(
    ingress(
      {
        ...BACKEND,
        ingressClassName: 'fast',
        tls: [{ hosts: ['a.example'] }],
        rules: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ host: `${name}.example` })),
      },
      {
        loadBalancer: {
          ingress: [
            { ip: '192.0.2.2' },
            { hostname: 'lb.example' },
            { ip: '192.0.2.1' },
            { ip: '192.0.2.2' },
          ],
        },
      },
    ),
    ingressRow({
      Class: 'fast',
      Hosts: 'a.example,b.example,c.example + 2 more...',
      Address: '192.0.2.1,192.0.2.2,lb.example',
      Ports: '80, 443',
    }),
  ),
  shown(object(NETWORKING, 'IngressClass', { spec: { controller: 'example.com/a' } }), {
    Name: 'example',
    Controller: 'example.com/a',
    Parameters: '<none>',
    Age: AGE,
  }),
  shown(
    object(NETWORKING, 'IngressClass', {
      spec: {
        controller: 'example.com/a',
        parameters: { apiGroup: 'example.com', kind: 'Options', name: 'a' },
      },
    }),
    { Name: 'example', Controller: 'example.com/a', Parameters: 'Options.example.com/a', Age: AGE },
  ),
  shown(object(NETWORKING, 'NetworkPolicy', { spec: { podSelector: {} } }), {
    Name: 'example',
    'Pod-Selector': '<none>',
    Age: AGE,
  }),
  shown(
    object(NETWORKING, 'NetworkPolicy', {
      spec: {
        podSelector: {
          matchLabels: { b: '2', a: '1' },
          matchExpressions: [{ key: 'c', operator: 'NotIn', values: ['y', 'x'] }],
        },
      },
    }),
    { Name: 'example', 'Pod-Selector': 'a=1,b=2,c notin (x,y)', Age: AGE },
  ),
  shown(address('10.96.7.7', { resource: 'services', namespace: 'test', name: 'web' }), {
    Name: '10.96.7.7',
    ParentRef: 'services/test/web',
    '': AGE,
  }),
  shown(address('10.96.7.8', { group: 'example.com', resource: 'Routers', name: 'web' }), {
    Name: '10.96.7.8',
    ParentRef: 'routers.example.com/web',
    '': AGE,
  }),
  shown(object(NETWORKING, 'ServiceCIDR', { spec: { cidrs: ['10.7.0.0/24', 'fd00:7::/64'] } }), {
    Name: 'example',
    CIDRs: '10.7.0.0/24,fd00:7::/64',
    Age: AGE,
  }),
  shown(signing(), signingRow({})),
  shown(signing({ expirationSeconds: 7200 }), signingRow({ RequestedDuration: '120m' })),
  shown(
    signing({}, { conditions: [{ type: 'Failed', status: 'True' }] }),
    signingRow({ Condition: 'Pending,Failed' }),
  ),
  shown(
    object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
      metadata: { name: 'boats.cells.example.com' },
      spec: {
        group: 'cells.example.com',
        scope: 'Namespaced',
        names: { plural: 'boats', kind: 'Boat' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    }),
    { Name: 'boats.cells.example.com', 'Created At': TIME },
  ),
]
