import { many } from '../support/deployments.js'
import { filled, type HostileRequest, hostile, listed, MIB } from '../support/hostile-request.js'
import { type HostileServer, STOCK } from '../support/hostile-server.js'

const LONG = 15_000
/** The maximum number of requirements of a selector. */
const ALLOWED = 64

const list = (query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'GET',
  path: `${STOCK}?${new URLSearchParams(query)}`,
  headers,
})

const selected = (name: string, expect: number, labelSelector: () => string) =>
  hostile(name, { expect, request: () => list({ labelSelector: labelSelector() }), responseLimit: 30 * MIB })

const fieldSelected = (name: string, expect: number, fieldSelector: () => string) =>
  hostile(name, { expect, request: () => list({ fieldSelector: fieldSelector() }), responseLimit: 30 * MIB })

/** Opens watches, writes an object that all of them have to match, and ends them. */
async function writeWithWatchers(server: HostileServer, count: number, labelSelector: string) {
  const query = new URLSearchParams({
    labelSelector,
    watch: 'true',
    sendInitialEvents: 'false',
    resourceVersionMatch: 'NotOlderThan',
    timeoutSeconds: '1',
  })
  const watches = Array.from({ length: count }, () =>
    server.send({ method: 'GET', path: `${STOCK}?${query}` }),
  )
  const labels = { metadata: { labels: { touched: String(Date.now()) } } }
  const responses = []
  for (let index = 0; index < 10; index++) {
    responses.push(
      await server.send({
        method: 'PATCH',
        path: `${STOCK}/stock-${index}`,
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify(labels),
      }),
    )
  }
  return [...responses, ...(await Promise.all(watches))]
}

const REVIEWS = '/apis/authorization.k8s.io/v1'

/** Reviews access to a list with a selector of nearly 3 MB. The server parses as much of it as of a list's selector. */
const reviewed = (name: string, plural: string, attributes: () => object) =>
  hostile(`a review of ${name}`, {
    expect: 201,
    request: () => ({
      method: 'POST',
      path: `${REVIEWS}/${plural}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        spec: {
          ...(plural === 'selfsubjectaccessreviews' ? {} : { user: 'ann' }),
          resourceAttributes: { verb: 'list', resource: 'pods', ...attributes() },
        },
      }),
    }),
    responseLimit: 9 * MIB,
  })

const LARGE = 2_900_000
const labelsOf = (text: string) => () => ({ labelSelector: { rawSelector: filled(text, LARGE) } })
const fieldsOf =
  (text: string, length = LARGE) =>
  () => ({ fieldSelector: { rawSelector: filled(text, length) } })

/** Selectors with very many requirements, or that are expensive to match with every object. */
export const selectors: readonly HostileRequest[] = [
  hostile('a timeout of very many digits', {
    expect: 400,
    request: () => list({ timeout: '1'.repeat(LONG) }),
  }),
  selected('thousands of labels that must not be there', 400, () =>
    listed((index) => `!a${index}`, LONG / 2),
  ),
  selected('thousands of labels that must be there', 400, () => listed((index) => `a${index}`, LONG / 2)),
  selected('thousands of values that a label must have', 400, () =>
    listed((index) => `a${index}=b`, LONG / 3),
  ),
  selected('thousands of values that a label must not have', 400, () =>
    listed((index) => `app!=${index}`, LONG / 3),
  ),
  selected('thousands of numbers that a label must exceed', 400, () =>
    listed((index) => `number>${index}`, LONG / 3),
  ),
  selected(
    'thousands of values in one set',
    400,
    () => `app in (${listed((index) => `v${index}`, LONG / 3)})`,
  ),
  selected('thousands of parentheses', 400, () => '('.repeat(LONG / 3)),
  selected('thousands of exclamation marks', 400, () => '!'.repeat(LONG / 3)),
  selected('a key of thousands of letters', 400, () => 'k'.repeat(LONG)),
  selected('a value of thousands of letters', 400, () => `k=${'v'.repeat(LONG)}`),
  selected('a number of thousands of digits', 400, () => `k>${'9'.repeat(LONG)}`),
  selected('as many as are allowed, none of which is there', 200, () =>
    many(ALLOWED, (index) => `!a${index}`),
  ),
  selected('as many comparisons as are allowed', 200, () => many(ALLOWED, () => 'number>1')),
  selected('as many labels to be indexed as are allowed', 200, () => many(ALLOWED, (index) => `a${index}=b`)),
  selected('as many sets as are allowed', 200, () => many(ALLOWED - 1, () => 'shard notin (a,b,c,d,e)')),
  selected(
    'a set with the maximum number of values',
    200,
    () => `number in (${many(900, (index) => String(index * 7))})`,
  ),
  fieldSelected('thousands of terms about fields', 400, () =>
    listed((index) => `metadata.name!=${index}`, LONG / 2),
  ),
  fieldSelected(
    'thousands of escapes in a field selector',
    200,
    () => `metadata.name=${'\\\\'.repeat(LONG / 6)}`,
  ),
  fieldSelected('thousands of commas', 200, () => ','.repeat(LONG / 3)),
  fieldSelected('a field of thousands of letters', 400, () => `${'f'.repeat(LONG)}=a`),
  hostile('sixteen lists by new label selectors', {
    expect: 200,
    times: 16,
    request: () => list({ labelSelector: many(ALLOWED, (index) => `b${index}=c`) }),
  }),
  hostile('a deletion of a collection by thousands of requirements', {
    expect: 400,
    request: () => ({
      ...list({ labelSelector: listed((index) => `!a${index}`, LONG / 2) }),
      method: 'DELETE',
    }),
  }),
  hostile('a forged continue token', {
    expect: 400,
    request: () => list({ limit: '1', continue: 'A'.repeat(LONG) }),
  }),
  hostile('a resourceVersion of thousands of digits', {
    expect: 400,
    request: () => list({ resourceVersion: '9'.repeat(LONG) }),
  }),
  hostile('a limit of thousands of digits', {
    expect: 400,
    request: () => list({ limit: '9'.repeat(LONG) }),
  }),
  {
    name: 'writes that 400 watches with large selectors have to match',
    expect: [200],
    send: (server) =>
      writeWithWatchers(
        server,
        400,
        many(ALLOWED, (index) => `!a${index}`),
      ),
    responseLimit: 30 * MIB,
  },
  ...Object.entries({
    YAML: 'application/yaml',
    protobuf: 'application/vnd.kubernetes.protobuf',
    'a table': 'application/json;as=Table;v=v1;g=meta.k8s.io',
    metadata: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  }).map(([format, accept]) =>
    hostile(`a list of a quarter of all objects as ${format}`, {
      expect: 200,
      request: () => list({ limit: '5000' }, { accept }),
      responseLimit: 30 * MIB,
    }),
  ),
  reviewed('label requirements by the hundred thousand', 'selfsubjectaccessreviews', labelsOf('a=b,')),
  reviewed('parentheses by the million', 'subjectaccessreviews', labelsOf('(')),
  reviewed('field requirements by the hundred thousand', 'selfsubjectaccessreviews', fieldsOf('a=b,')),
  reviewed('escapes by the million', 'subjectaccessreviews', fieldsOf('a=\\\\', LARGE / 2)),
  hostile('a list of all objects', { expect: 200, request: () => list({}), responseLimit: 60 * MIB }),
]
