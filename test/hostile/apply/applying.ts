import { many } from '../support/deployments.js'
import { type HostileRequest, MIB, type PlainRequest } from '../support/hostile-request.js'
import type { HostileServer } from '../support/hostile-server.js'

/** Builds apply requests and the objects that they change. */

export const MAPS = '/api/v1/namespaces/default/configmaps'
export const WORKLOADS = '/apis/apps/v1/namespaces/default/deployments'

interface ApplyWishes {
  readonly manager?: string
  readonly force?: boolean
}

export const apply = (
  path: string,
  body: string,
  { manager = 'ann', force = false }: ApplyWishes = {},
): PlainRequest => ({
  method: 'PATCH',
  path: `${path}?fieldManager=${manager}&force=${force}`,
  headers: { 'content-type': 'application/apply-patch+yaml' },
  body,
})
export const merge = (path: string, body: string): PlainRequest => ({
  method: 'PATCH',
  path: `${path}?fieldManager=dan`,
  headers: { 'content-type': 'application/merge-patch+json' },
  body,
})

export const map = (name: string, fields: string) =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"},${fields}}`
export const data = (count: number, value: string) =>
  `"data":{${many(count, (index) => `"k${index}":"${value}"`)}}`

/** A deployment whose only container has these fields. */
export const workload = (name: string, fields: string) =>
  `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"${name}"},"spec":{"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"main","image":"web:1",${fields}}]}}}}`
export const variables = (indexes: readonly number[], value: string) =>
  `"env":[${indexes.map((index) => `{"name":"E${index}","value":"${value}"}`).join()}]`
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Prepares objects. Every request has to succeed. */
export const after =
  (...requests: readonly PlainRequest[]) =>
  async (server: HostileServer) => {
    for (const request of requests) {
      const { status, beginning } = await server.send(request)
      if (status !== 200 && status !== 201) throw new Error(`${request.path}: ${status}: ${beginning}`)
    }
  }

interface Sequence extends Pick<HostileRequest, 'prepare' | 'responseLimit'> {
  readonly expect: readonly number[]
  readonly requests: readonly (() => PlainRequest)[]
}

/** Requests that are sent one after the other. */
export const inTurn = (name: string, { requests, ...rest }: Sequence): HostileRequest => ({
  name,
  send: async (server) => {
    const responses = []
    for (const request of requests) responses.push(await server.send(request()))
    return responses
  },
  ...rest,
})

export const SERVED = { responseLimit: 8 * MIB } as const
