import assert from 'node:assert/strict'
import { describe, type TestContext } from 'node:test'
import { startTestServer, type TestServer, type TestServerOptions } from '#testing.js'
import { type ApiResponse, Client, type Json } from '../support/client.js'
import { isQuick } from '../support/scope.js'
import { DURABLE_ENGINES } from '../support/server.js'
import { WebhookServer } from '../support/servers/webhook-server.js'

export const GROUP = '/apis/admissionregistration.k8s.io/v1'
export const MUTATING = `${GROUP}/mutatingwebhookconfigurations`
export const VALIDATING = `${GROUP}/validatingwebhookconfigurations`
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const MERGE = { 'content-type': 'application/merge-patch+json' }

/** The defaults of webhooks in these tests. */
export const webhook = (name: string, clientConfig: Json, more: Json = {}): Json => ({
  name: `${name}.example.com`,
  clientConfig,
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules: [rule()],
  ...more,
})

export const rule = (more: Json = {}): Json => ({
  operations: ['*'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
  ...more,
})

/** A server with webhooks. */
export class WebhookHost {
  readonly server: TestServer
  readonly client: Client
  readonly hooks: WebhookServer

  static async start(t: TestContext, options: TestServerOptions = {}): Promise<WebhookHost> {
    const hooks = await WebhookServer.start(t)
    const server = await startTestServer(options)
    t.after(() => server.close())
    return new WebhookHost(server, hooks)
  }

  constructor(server: TestServer, hooks: WebhookServer) {
    this.server = server
    this.hooks = hooks
    this.client = new Client(server.url)
  }

  async mutate(name: string, ...webhooks: Json[]): Promise<void> {
    expectStatus(201, await this.client.post(MUTATING, { metadata: { name }, webhooks }))
  }

  async validate(name: string, ...webhooks: Json[]): Promise<void> {
    expectStatus(201, await this.client.post(VALIDATING, { metadata: { name }, webhooks }))
  }

  configMap(name: string, more: Json = {}): Promise<ApiResponse> {
    return this.client.post(CONFIG_MAPS, { metadata: { name }, ...more })
  }

  merge(path: string, changes: Json): Promise<ApiResponse> {
    return this.client.send('PATCH', path, changes, MERGE)
  }
}

export type StartHost = (t: TestContext) => Promise<WebhookHost>

/** Runs a suite on every engine; in quick runs in memory only. */
export function onHostsOfEveryEngine(name: string, suite: (start: StartHost) => void): void {
  describe(`${name}, in memory`, () => suite((t) => WebhookHost.start(t)))
  if (isQuick) return
  for (const { name: engine, skip, makeHome } of DURABLE_ENGINES) {
    describe(`${name}, ${engine}`, { skip }, () =>
      suite(async (t) => {
        const home = await makeHome()
        const host = await WebhookHost.start(t, home.options)
        t.after(() => home.remove())
        return host
      }),
    )
  }
}

export function expectStatus(status: number, response: ApiResponse): ApiResponse {
  assert.equal(response.status, status, response.text)
  return response
}

/** The texts of warnings, one per header. */
export const warningsOf = ({ headers }: ApiResponse): string[] =>
  [...(headers.get('warning') ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
