import { DEPLOYMENTS } from '#test/support/objects.js'
import { many, metadataWith, podsWith } from '../support/deployments.js'
import { creation, type HostileRequest, hostile, MIB } from '../support/hostile-request.js'
import type { HostileServer } from '../support/hostile-server.js'

const OBJECTS: Readonly<Record<string, string>> = {
  'with-variables': podsWith(
    `"containers":[{"name":"main","image":"web:1","env":[${many(24_000, (index) => `{"name":"E${index}","value":"v"}`)}]}]`,
    'with-variables',
  ),
  'with-labels': metadataWith(`"labels":{${many(9000, (index) => `"k${index}":"v"`)}}`, 'with-labels'),
  'with-text': podsWith(
    `"containers":[{"name":"main","image":"web:1","env":[{"name":"A","value":"${'x\\n y'.repeat(500_000)}"}]}]`,
    'with-text',
  ),
}

async function create(server: HostileServer): Promise<void> {
  for (const body of Object.values(OBJECTS)) {
    const { status, beginning } = await server.send(creation(body))
    if (status !== 201 && status !== 409) throw new Error(beginning)
  }
}

const FORMATS: Readonly<Record<string, readonly [accept: string, query: string]>> = {
  'as YAML': ['application/yaml', ''],
  'in protobuf': ['application/vnd.kubernetes.protobuf', ''],
  'as a table': ['application/json;as=Table;v=v1;g=meta.k8s.io', ''],
  'as metadata': ['application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io', ''],
  indented: ['application/json', '?pretty=true'],
  exported: ['application/json', '?export=true'],
}

/** Large objects in every response format. */
export const responses: readonly HostileRequest[] = [
  ...Object.entries(FORMATS).flatMap(([format, [accept, query]]) =>
    Object.keys(OBJECTS).map((name) =>
      hostile(`the object ${name} ${format}`, {
        expect: 200,
        prepare: create,
        request: () => ({ method: 'GET', path: `${DEPLOYMENTS}/${name}${query}`, headers: { accept } }),
        responseLimit: 30 * MIB,
      }),
    ),
  ),
  ...['/status', '/scale'].map((subresource) =>
    hostile(`${subresource} of a large object`, {
      expect: 200,
      prepare: create,
      request: () => ({ method: 'GET', path: `${DEPLOYMENTS}/with-variables${subresource}` }),
      responseLimit: 30 * MIB,
    }),
  ),
  hostile('the scaling of a large object', {
    expect: 200,
    prepare: create,
    request: () => ({
      method: 'PATCH',
      path: `${DEPLOYMENTS}/with-variables/scale`,
      headers: { 'content-type': 'application/merge-patch+json' },
      body: '{"spec":{"replicas":7}}',
    }),
  }),
  hostile('a large object, compressed', {
    expect: 200,
    prepare: create,
    request: () => ({
      method: 'GET',
      path: `${DEPLOYMENTS}/with-text`,
      headers: { 'accept-encoding': 'gzip' },
    }),
    responseLimit: 30 * MIB,
  }),
  hostile('all large objects as a table', {
    expect: 200,
    prepare: create,
    request: () => ({
      method: 'GET',
      path: DEPLOYMENTS,
      headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
    }),
    responseLimit: 60 * MIB,
  }),
  hostile('the deletion of a large object', {
    expect: 200,
    prepare: create,
    request: () => ({ method: 'DELETE', path: `${DEPLOYMENTS}/with-variables` }),
  }),
]
