import type { TestContext } from 'node:test'
import { startTestServer, type TestServer, type TestServerOptions } from '#testing.js'
import { type ApiResponse, Client, type Json } from '../support/client.js'
import { expectStatus, rule } from './webhook-host.js'

const GROUP = '/apis/admissionregistration.k8s.io'
export const V1BETA1 = `${GROUP}/v1beta1`
export const V1ALPHA1 = `${GROUP}/v1alpha1`
export const POLICIES = `${V1BETA1}/mutatingadmissionpolicies`
export const BINDINGS = `${V1BETA1}/mutatingadmissionpolicybindings`

/** Turns on the kinds of mutating policies. */
export const SERVED = { runtimeConfig: { 'admissionregistration.k8s.io/v1beta1': true } }

export const apply = (expression: string): Json => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
})
export const jsonPatch = (expression: string): Json => ({ patchType: 'JSONPatch', jsonPatch: { expression } })

/** Sets annotations to the values of expressions. */
export const annotate = (annotations: string): Json =>
  apply(`Object{metadata: Object.metadata{annotations: {${annotations}}}}`)

export const policyOf = (name: string, spec: Json): Json => ({
  metadata: { name },
  spec: { matchConstraints: { resourceRules: [rule()] }, reinvocationPolicy: 'Never', ...spec },
})

/** A server with mutating policies. */
export class MutationHost extends Client {
  readonly server: TestServer

  static async start(t: TestContext, options: TestServerOptions = {}): Promise<MutationHost> {
    const server = await startTestServer({ ...SERVED, ...options })
    t.after(() => server.close())
    return new MutationHost(server)
  }

  constructor(server: TestServer) {
    super(server.url)
    this.server = server
  }

  async policy(name: string, spec: Json): Promise<void> {
    expectStatus(201, await this.post(POLICIES, policyOf(name, spec)))
  }

  async bind(policyName: string, more: Json = {}, name = `${policyName}-binding`): Promise<void> {
    expectStatus(201, await this.post(BINDINGS, { metadata: { name }, spec: { policyName, ...more } }))
  }

  /** A policy with a binding. */
  async mutate(name: string, spec: Json): Promise<void> {
    await this.policy(name, spec)
    await this.bind(name)
  }

  configMap(name: string, more: Json = {}, namespace = 'default'): Promise<ApiResponse> {
    const metadata = { name, ...more.metadata }
    return this.post(`/api/v1/namespaces/${namespace}/configmaps`, { ...more, metadata })
  }
}
