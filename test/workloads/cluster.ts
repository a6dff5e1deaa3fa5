import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ManualClock, startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'

export const DEFAULT = '/api/v1/namespaces/default'
export const APPS = '/apis/apps/v1/namespaces/default'
export const BATCH = '/apis/batch/v1/namespaces/default'

const MERGE = { 'content-type': 'application/merge-patch+json' }
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' }
export const BEHAVIOUR = 'simulation.binnacle.dev/behaviour'
export const READY_AFTER = 'simulation.binnacle.dev/ready-after'
export const FINISH_AFTER = 'simulation.binnacle.dev/finish-after'

/** The template of pods with one container. */
export function template(image: string, annotations: Json = {}, spec: Json = {}): Json {
  return {
    metadata: { labels: { app: 'web' }, annotations },
    spec: { containers: [{ name: 'main', image }], ...spec },
  }
}

/** A server with simulated workloads and a clock that tests advance. */
export class Cluster {
  readonly clock: ManualClock
  readonly settled: () => Promise<void>
  readonly #client: Client

  static async start(t: TestContext, start?: number): Promise<Cluster> {
    const clock = new ManualClock(start)
    const server = await startTestServer({ simulateWorkloads: true, clock })
    t.after(() => server.close())
    const cluster = new Cluster(clock, server)
    await cluster.settled()
    return cluster
  }

  constructor(clock: ManualClock, server: { readonly url: string; settled(): Promise<void> }) {
    this.clock = clock
    this.settled = () => server.settled()
    this.#client = new Client(server.url)
  }

  /** Creates an object and waits until its controllers have settled. */
  async create(collection: string, object: Json): Promise<Json> {
    const { status, text, body } = await this.#client.post(collection, object)
    assert.equal(status, 201, text)
    await this.settled()
    return body
  }

  /** Sends a request that may be rejected, and waits for nothing. */
  post(path: string, body: Json) {
    return this.#client.post(path, body)
  }

  /** The same for a deletion. */
  remove(path: string) {
    return this.#client.delete(path)
  }

  async strategicPatch(path: string, changes: Json) {
    const response = await this.#client.send('PATCH', path, changes, STRATEGIC)
    await this.settled()
    return response
  }

  async change(path: string, changes: Json): Promise<Json> {
    const { status, text, body } = await this.#client.send('PATCH', path, changes, MERGE)
    assert.equal(status, 200, text)
    await this.settled()
    return body
  }

  async delete(path: string, options?: Json): Promise<void> {
    const { status, text } = await this.#client.delete(path, options)
    assert.ok(status === 200 || status === 202, text)
    await this.settled()
  }

  async get(path: string): Promise<Json> {
    const { status, text, body } = await this.#client.get(path)
    assert.equal(status, 200, text)
    return body
  }

  /** Reads what may be missing. */
  read(path: string, headers?: Record<string, string>) {
    return this.#client.get(path, headers)
  }

  async isGone(path: string): Promise<boolean> {
    return (await this.#client.get(path)).status === 404
  }

  async list(collection: string): Promise<Json[]> {
    return (await this.get(collection)).items
  }

  pods(): Promise<Json[]> {
    return this.list(`${DEFAULT}/pods`)
  }

  /** Advances the clock, with everything that is due in between. */
  async pass(seconds: number): Promise<void> {
    await this.clock.advanceSettled(seconds * 1000, this.settled)
  }

  /** The reasons of the events about an object, in order. */
  async reasons(name: string): Promise<string[]> {
    const events = await this.list(`${DEFAULT}/events`)
    return events.filter(({ involvedObject }) => involvedObject.name === name).map(({ reason }) => reason)
  }
}

export const condition = ({ status }: Json, type: string): Json =>
  status.conditions?.find((found: Json) => found.type === type)

export const names = (objects: readonly Json[]): string[] =>
  objects.map(({ metadata }) => metadata.name).sort()
