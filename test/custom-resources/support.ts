import assert from 'node:assert/strict'
import type { Client, Json } from '../support/client.js'

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
export const MERGE = { 'content-type': 'application/merge-patch+json' }

export const SPEC = {
  type: 'object',
  properties: {
    size: { type: 'integer', minimum: 0 },
    colour: { type: 'string', default: 'grey' },
    replicas: { type: 'integer' },
  },
}

/** A version of a kind whose objects have a spec and a status. */
export const version = (name: string, more: Json = {}, spec: Json = SPEC): Json => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec, status: { type: 'object' } } } },
  ...more,
})

export const definition = (
  plural: string,
  kind: string,
  versions: readonly Json[] = [version('v1', { storage: true })],
  more: Json = {},
): Json => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: { group: 'example.com', scope: 'Namespaced', names: { plural, kind, ...more }, versions },
})

export const object = (kind: string, name: string | undefined, spec: Json = {}, more: Json = {}): Json => ({
  apiVersion: 'example.com/v1',
  kind,
  metadata: { name, ...more },
  spec,
})

export const pathOf = (plural: string, name = '', apiVersion = 'v1') =>
  `/apis/example.com/${apiVersion}/namespaces/default/${plural}${name === '' ? '' : `/${name}`}`

export async function define(client: Client, body: Json): Promise<Json> {
  const { status, body: created, text } = await client.post(DEFINITIONS, body)
  assert.equal(status, 201, text)
  return created
}

export const conditionsOf = ({ status }: Json): Record<string, string> =>
  Object.fromEntries(status.conditions.map(({ type, status }: Json) => [type, status]))
