import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer, type TestServer } from '#testing.js'

const MAPS = '/api/v1/namespaces/test/configmaps'
const MAP = `${MAPS}/web`
const EXACT = 'resourceVersionMatch=Exact'
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
const TYPES = 'application/json, application/yaml, application/vnd.kubernetes.protobuf'
const type = (subtype: string) => ({ 'content-type': `application/${subtype}` })
const MERGE = type('merge-patch+json')
const APPLY = type('apply-patch+yaml')
const token = (content: Json) => Buffer.from(JSON.stringify(content)).toString('base64url')
const OURS = { v: 'meta.k8s.io/v1', rv: 1, start: 'a' }

interface Rejected {
  readonly request: string
  readonly body?: Json | string
  readonly headers?: Record<string, string>
  readonly code: number
  readonly message: string
}

const get = (request: string, code: number, message: string, headers?: Record<string, string>): Rejected => ({
  request: `GET ${request}`,
  code,
  message,
  ...(headers && { headers }),
})
const send = (
  request: string,
  body: Json | string,
  code: number,
  message: string,
  headers?: Record<string, string>,
): Rejected => ({ request, body, code, message, ...(headers && { headers }) })

const LIST = 'ListOptions.meta.k8s.io "" is invalid: '
const WATCH = `${MAPS}?watch=1`
const CONTINUE = 'invalid continue token: continue key is not valid: '

const lists: readonly Rejected[] = [
  get(
    `${MAPS}?${EXACT}`,
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
  ),
  get(
    `${MAPS}?resourceVersionMatch=NotOlderThan&resourceVersion=1&continue=a`,
    422,
    `${LIST}resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided`,
  ),
  get(
    `${MAPS}?resourceVersionMatch=Newest&resourceVersion=1`,
    422,
    `${LIST}resourceVersionMatch: Unsupported value: "Newest": supported values: "Exact", "NotOlderThan", ""`,
  ),
  get(
    `${MAPS}?${EXACT}&resourceVersion=0`,
    422,
    `${LIST}resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"`,
  ),
  get(
    `${MAPS}?sendInitialEvents=1`,
    422,
    `${LIST}sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list`,
  ),
  get(
    `${WATCH}&sendInitialEvents=true`,
    422,
    `${LIST}resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan`,
  ),
  get(
    `${WATCH}&resourceVersionMatch=NotOlderThan`,
    422,
    `${LIST}resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided`,
  ),
  get(
    `${WATCH}&sendInitialEvents=true&resourceVersionMatch=Exact&continue=a`,
    422,
    `${LIST}[resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan, resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan", resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided]`,
  ),
  get(`${MAPS}?limit=many`, 400, 'strconv.ParseInt: parsing "many": invalid syntax'),
  get(
    `${MAPS}?limit=99999999999999999999`,
    400,
    'strconv.ParseInt: parsing "99999999999999999999": value out of range',
  ),
  get(
    `${MAPS}?resourceVersion=new`,
    400,
    'invalid resource version: resourceVersion: Invalid value: "new": strconv.ParseUint: parsing "new": invalid syntax',
  ),
  get(
    `${MAP}?resourceVersion=new`,
    400,
    'resourceVersion: Invalid value: "new": strconv.ParseUint: parsing "new": invalid syntax',
  ),
  get(
    `${WATCH}&resourceVersion=new`,
    400,
    'resourceVersion: Invalid value: "new": strconv.ParseUint: parsing "new": invalid syntax',
  ),
  get(`${MAPS}?continue=a.b`, 400, `${CONTINUE}illegal base64 data at input byte 1`),
  get(`${MAPS}?continue=abc`, 400, `${CONTINUE}invalid character 'i' looking for beginning of value`),
  get(
    `${MAPS}?continue=${token({ ...OURS, rv: 0 })}`,
    400,
    'invalid continue token: continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
  ),
  get(
    `${MAPS}?continue=${token({ ...OURS, start: '' })}`,
    400,
    'invalid continue token: continue key is not valid: encoded start key empty (version meta.k8s.io/v1)',
  ),
  get(`${MAPS}?continue=${token({ ...OURS, start: 'a/../b' })}`, 400, `${CONTINUE}a/../b`),
  get(
    `${MAPS}?continue=${token({ ...OURS, v: 'v9' })}`,
    400,
    'invalid continue token: continue key is not valid: server does not recognize this encoded version v9',
  ),
  get(
    `${MAPS}?continue=abc&resourceVersion=5`,
    400,
    'specifying resource version is not allowed when using continue',
  ),
  get(`${MAP}?export=true`, 400, 'the export parameter, deprecated since v1.14, is no longer supported'),
  get(
    `${MAPS}?includeObject=All`,
    400,
    `Unable to convert to Table as requested: includeObject: Invalid value: "All": must be 'Metadata', 'Object', 'None', or empty`,
    TABLE,
  ),
  get(
    `/api/v1/watch/namespaces/test/configmaps/web?fieldSelector=metadata.name%3Dother`,
    400,
    "fieldSelector metadata.name doesn't match requested name",
  ),
  get(
    `${MAPS}?fieldSelector=metadata.name`,
    400,
    "invalid selector: 'metadata.name'; can't understand 'metadata.name'",
  ),
  get(
    `${MAPS}?fieldSelector=metadata.name%3Da%5Cb`,
    400,
    'invalid field selector: invalid escape sequence: \\b',
  ),
  get(
    `${MAPS}?fieldSelector=metadata.name%3Da%3Db`,
    400,
    'invalid field selector: unescaped character in value: 61',
  ),
]

const content: readonly Rejected[] = [
  get(MAP, 406, `only the following media types are accepted: ${TYPES}`, {
    accept: 'application/json;as=Odd;g=meta.k8s.io;v=v1',
  }),
  send(
    `POST ${MAPS}`,
    '{}',
    415,
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    { 'content-type': 'text/plain' },
  ),
]

const OPTIONS = '.meta.k8s.io "" is invalid: '
const created = { metadata: { name: 'new' } }
const changed = { metadata: { name: 'web' } }
const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } }

const writes: readonly Rejected[] = [
  send(
    `POST ${MAPS}?fieldValidation=Loud`,
    created,
    422,
    `CreateOptions${OPTIONS}fieldValidation: Unsupported value: "Loud": supported values: "", "Ignore", "Strict", "Warn"`,
  ),
  send(
    `PUT ${MAP}?dryRun=Some`,
    changed,
    422,
    `UpdateOptions${OPTIONS}dryRun: Unsupported value: "Some": supported values: "All"`,
  ),
  send(
    `POST ${MAPS}?fieldManager=${'x'.repeat(129)}`,
    created,
    422,
    `CreateOptions${OPTIONS}fieldManager: Too long: may not be more than 128 bytes`,
  ),
  send(
    `POST ${MAPS}?fieldManager=a%09b`,
    created,
    422,
    `CreateOptions${OPTIONS}fieldManager: Invalid value: "a\\tb": invalid character U+0009 (at position 1)`,
  ),
  send(
    `PATCH ${MAP}`,
    applied,
    422,
    'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    APPLY,
  ),
  send(
    `PATCH ${MAP}?force=true`,
    {},
    422,
    'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    MERGE,
  ),
  send(
    `PATCH ${MAP}?fieldManager=a`,
    { apiVersion: 'v1', kind: 'Pod' },
    400,
    'invalid object type: /v1, Kind=Pod',
    APPLY,
  ),
  send(
    `PATCH ${MAPS}/none?fieldManager=a`,
    { ...applied, metadata: { name: 'none', uid: 'u' } },
    409,
    'Operation cannot be fulfilled on configmaps "none": uid mismatch: the provided object specified uid u, and no existing object was found',
    APPLY,
  ),
  send(
    `PATCH ${MAP}`,
    { metadata: { name: 'other' } },
    400,
    'the name of the object (other) does not match the name on the URL (web)',
    MERGE,
  ),
  send(
    `PUT ${MAP}`,
    {},
    400,
    'the name of the object (web based on URL) was undeterminable: name must be provided',
  ),
  send(
    `PUT ${MAP}`,
    { metadata: { name: 'web', namespace: 'other' } },
    400,
    'the namespace of the provided object does not match the namespace sent on the request',
  ),
  send(
    `PUT ${MAP}`,
    { metadata: { name: 'web', resourceVersion: '1' } },
    409,
    'Operation cannot be fulfilled on configmaps "web": the object has been modified; please apply your changes to the latest version and try again',
  ),
  send(
    `PUT /apis/coordination.k8s.io/v1/namespaces/test/leases/web`,
    changed,
    422,
    'leases.coordination.k8s.io "web" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
  ),
  send(
    `DELETE ${MAP}`,
    { propagationPolicy: 'Orphan', orphanDependents: true },
    422,
    'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
  ),
  send(
    `DELETE ${MAP}?propagationPolicy=Some`,
    {},
    422,
    'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Some": supported values: "Foreground", "Background", "Orphan", "nil"',
  ),
  send(
    `DELETE ${MAP}`,
    { preconditions: { resourceVersion: '1' } },
    409,
    'Operation cannot be fulfilled on ConfigMap "web": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (N). The object might have been modified',
  ),
  send(
    `POST ${MAPS}`,
    { apiVersion: 'v1', kind: 'Odd' },
    400,
    'Odd in version "v1" cannot be handled as a ConfigMap: no kind "Odd" is registered for version "v1"',
  ),
]

describe('requests that the server rejects', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
    await client.post(MAPS, changed)
    await client.post('/apis/coordination.k8s.io/v1/namespaces/test/leases', changed)
  })
  after(() => server.close())

  for (const { request, body, headers, code, message } of [...lists, ...content, ...writes]) {
    it(`${request.slice(0, 100)} ${JSON.stringify(body ?? headers ?? '').slice(0, 100)} is ${code}: ${message}`, async () => {
      const [method = '', path = ''] = request.split(' ')
      const response = await client.send(method, path, body, headers)
      assert.equal(response.status, code, response.text)
      assert.equal(response.body.message.replace(/in record \(\d+\)/, 'in record (N)'), message)
    })
  }

  it('a version of the future is waited for, then rejected with its cause', async () => {
    const { status, body } = await client.get(`${MAPS}?resourceVersion=999999`)
    assert.equal(status, 504)
    assert.match(body.message, /^Timeout: Too large resource version: 999999, current: \d+$/)
    const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }]
    assert.deepEqual(body.details, { causes, retryAfterSeconds: 1 })
  })
})
