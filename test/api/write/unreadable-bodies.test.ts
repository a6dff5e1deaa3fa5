import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEveryEngine } from '#test/support/server.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const UNRECOGNIZED = 'the object provided is unrecognized (must be of type ConfigMap): '
const NOT_JSON = `${UNRECOGNIZED}couldn't get version/kind; json parse error: `

const type = (mediaType: string) => ({ 'content-type': mediaType })
const JSON_PATCH = type('application/json-patch+json')
const MERGE = type('application/merge-patch+json')
const STRATEGIC = type('application/strategic-merge-patch+json')
const APPLY = type('application/apply-patch+yaml')

onEveryEngine('bodies that cannot be read', (client) => {
  it('are rejected with the messages of Kubernetes: JSON', async () => {
    for (const [body, message] of [
      ['', 'unexpected end of JSON input (<empty>)'],
      ['{"a":', 'unexpected end of JSON input ({"a":)'],
      ['{"a":1,}', `invalid character '}' looking for beginning of object key string ({"a":1,})`],
      [
        'apiVersion: v1',
        "invalid character 'a' looking for beginning of value (61706956657273696f6e3a207631)",
      ],
    ] as const) {
      const response = await client.send('POST', CONFIG_MAPS, Buffer.from(body), type('application/json'))
      assert.equal(response.status, 400)
      assert.equal(response.body.message, `${NOT_JSON}${message}`)
    }
  })

  it('are rejected with the messages of Kubernetes: YAML', async () => {
    for (const [body, message] of [
      ['a: 1\nb: c: d', 'yaml: line 2: mapping values are not allowed in this context'],
      ['a: b: c', 'yaml: mapping values are not allowed in this context'],
      ['a:\n\t- b', 'yaml: line 2: found character that cannot start any token'],
      ['a: 1\nb\nc: 2', "yaml: line 3: could not find expected ':'"],
      ['a: *b', "yaml: unknown anchor 'b' referenced"],
    ] as const) {
      const bytes = Buffer.from(body)
      const response = await client.send('POST', CONFIG_MAPS, bytes, type('application/yaml'))
      assert.equal(response.status, 400)
      assert.equal(response.body.message, `${UNRECOGNIZED}${message} (${bytes.toString('hex')})`)
    }
  })

  it('are rejected with the messages of Kubernetes: patches', async () => {
    await client.post(CONFIG_MAPS, { metadata: { name: 'patched' }, data: { a: '1' } })
    const map = 'Go value of type map[string]interface {}'
    for (const [headers, body, message, query = ''] of [
      [JSON_PATCH, '{', 'error decoding patch: unexpected end of JSON input'],
      [
        JSON_PATCH,
        '{}',
        'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
      ],
      [
        JSON_PATCH,
        '[{"op":1}]',
        'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string',
      ],
      [MERGE, '[]', `error decoding patch: json: cannot unmarshal array into ${map}`],
      [MERGE, '[]', 'Invalid JSON Patch', '?fieldValidation=Ignore'],
      [STRATEGIC, '[]', `json: cannot unmarshal array into ${map}`],
      [STRATEGIC, 'x', "invalid character 'x' looking for beginning of value"],
      [
        APPLY,
        'x: y: z',
        'error decoding YAML: error converting YAML to JSON: yaml: mapping values are not allowed in this context',
        '?fieldManager=me',
      ],
    ] as const) {
      const path = `${CONFIG_MAPS}/patched${query}`
      const response = await client.send('PATCH', path, Buffer.from(body), headers)
      assert.equal(response.status, 400)
      assert.equal(response.body.message, message)
    }
  })

  it('a JSON patch that does not fit is rejected without details', async () => {
    await client.post(CONFIG_MAPS, { metadata: { name: 'other' }, data: { a: '1' } })
    for (const operation of [
      { op: 'test', path: '/data/a', value: '2' },
      { op: 'remove', path: '/data/b' },
      { op: 'shift', path: '/data/a' },
    ]) {
      const { status, body } = await client.send('PATCH', `${CONFIG_MAPS}/other`, [operation], JSON_PATCH)
      assert.equal(status, 422)
      assert.equal(body.message, 'the server rejected our request due to an error in our request')
      assert.deepEqual(body.details, {})
    }
  })
})
