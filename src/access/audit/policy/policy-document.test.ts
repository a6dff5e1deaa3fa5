import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfigDocument } from '#access/config-document.js'
import { POLICY_DOCUMENT } from './policy-document.js'

const HEAD = 'apiVersion: audit.k8s.io/v1\nkind: Policy\n'
const read = (text: string) => readConfigDocument(POLICY_DOCUMENT, Buffer.from(text))

describe('a file with an audit policy', () => {
  it('is YAML or JSON', async () => {
    const policy = await read(`${HEAD}omitStages: [RequestReceived]
rules:
- level: RequestResponse
  resources:
  - group: ""
    resources: ["pods", "pods/*"]
- level: None
  nonResourceURLs: ["/healthz*", "*"]
`)
    assert.deepEqual(
      policy.rules?.map(({ level }) => level),
      ['RequestResponse', 'None'],
    )
    const json = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'None' }] }
    assert.equal((await read(JSON.stringify(json))).rules?.length, 1)
  })

  for (const [what, text, message] of [
    ['no rules', HEAD, /^rules: Required value/],
    ['no level', `${HEAD}rules: [{verbs: [get]}]`, /^rules\[0\]\.level: Required value/],
    [
      'an unknown level',
      `${HEAD}rules: [{level: None}, {level: All}]`,
      /^rules\[1\]\.level: Unsupported value: "All"/,
    ],
    [
      'an unknown stage',
      `${HEAD}omitStages: [Done]\nrules: [{level: None}]`,
      /^omitStages\[0\]: Unsupported value/,
    ],
    [
      'an unknown stage of a rule',
      `${HEAD}rules: [{level: None, omitStages: [Panic, Done]}]`,
      /^rules\[0\]\.omitStages\[1\]: Unsupported value/,
    ],
    ['an unknown field', `${HEAD}rules: [{level: None, user: ann}]`, /^rules\[0\]\.user: unknown field/],
    ['a key twice', `${HEAD}rules: [{level: None, level: None}]`, /duplicate|already|level/],
    ['another kind', 'apiVersion: audit.k8s.io/v1\nkind: Event\n', /^kind: expected Policy, got "Event"/],
    [
      'another version',
      'apiVersion: audit.k8s.io/v1beta1\nkind: Policy\n',
      /^apiVersion: expected audit\.k8s\.io\/v1, got "audit\.k8s\.io\/v1beta1"/,
    ],
    ['text in place of a list', `${HEAD}rules: [{level: None, users: ann}]`, /users/],
    [
      'a group that is none',
      `${HEAD}rules: [{level: None, resources: [{group: "*"}]}]`,
      /^rules\[0\]\.resources\[0\]\.group: Invalid value/,
    ],
    [
      'names without resources',
      `${HEAD}rules: [{level: None, resources: [{resourceNames: [a]}]}]`,
      /^rules\[0\]\.resources\[0\]\.resourceNames: Invalid value/,
    ],
    [
      'paths beside resources',
      `${HEAD}rules: [{level: None, namespaces: [a], nonResourceURLs: [/x]}]`,
      /^rules\[0\]\.nonResourceURLs: Invalid value/,
    ],
    [
      'a path without a slash',
      `${HEAD}rules: [{level: None, nonResourceURLs: [x]}]`,
      /^rules\[0\]\.nonResourceURLs\[0\]: Invalid value: "x"/,
    ],
    [
      'a star within a path',
      `${HEAD}rules: [{level: None, nonResourceURLs: ["/a*b"]}]`,
      /^rules\[0\]\.nonResourceURLs\[0\]: Invalid value/,
    ],
    ['no object', '[]', /expected an object of kind Policy/],
    ['nothing', '', /expected an object of kind Policy/],
  ] as const) {
    it(`is rejected in one line for ${what}`, async () => {
      await assert.rejects(read(text), (error: Error) => {
        assert.match(error.message, message)
        assert.ok(!error.message.includes('\n'))
        return true
      })
    })
  }
})
